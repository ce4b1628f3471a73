import type { myOrders } from "@foyer/contract/shop/account.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { maxOrders, readOrders } from "../orders/readOrders.ts";
import { ordersOfOwner, ownOrderIds } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

/** The visitor's own orders, by id or the newest. Other people's orders are left out, even with a token. */
export const readOwnOrders = async (ctx: RequestContext, sent: Received<typeof myOrders>): Promise<OrderReply> => {
  const { identity_id } = requireMember(ctx);
  const wanted = sent["id._in"];
  if (wanted && wanted.length > maxOrders)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["id._in"] } });
  const ids = wanted
    ? await ownOrderIds(ctx, identity_id, wanted)
    : (await ordersOfOwner(ctx, identity_id, maxOrders)).map(({ id }) => id);
  return readOrders(ctx, { ...sent, "id._in": ids });
};
