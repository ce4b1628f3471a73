import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { acceptOfferedChange } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { requireOrder } from "../../orders/readOrders.ts";
import { assignOffer, openOffer } from "./offers.sql.ts";

/**
 * Makes a change that the venue opened the visitor's own: whoever may open the order can pay for it like for their own
 * change. The last visitor to accept has it, unless somebody is paying.
 */
export const acceptOffer = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof acceptOfferedChange>,
): Promise<Reply<typeof acceptOfferedChange>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  return transact(ctx, async (tx) => {
    const { db, seller } = tx;
    await lockOrder(tx, order, { refusesPaying: false });
    const open = await openOffer(db, seller.id, order.id);
    if (!open) throw new Refused({ code: "cart_expired", context: "order" });
    if (open.identity_id === ctx.visitor?.identity_id) return { change_cart_id: open.cart_id };
    if (open.paying) throw new Refused({ code: "payment_in_progress", context: "order" });
    const visitor = tx.ensureVisitor();
    await saveNewVisitors(db, seller.id, [visitor]);
    await assignOffer(db, seller.id, { cart_id: open.cart_id, identity_id: visitor.identity_id });
    return { change_cart_id: open.cart_id };
  });
};
