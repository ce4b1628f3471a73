import { newId } from "../../../db/newId.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import type { ResendContext } from "../../checkout/context.ts";
import { resendConfirmationEmail } from "../../checkout/emails/queueConfirmationEmail.ts";
import { newTicketCode } from "../../checkout/order/createOrders.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { keepReplacedCodes } from "../replacedCodes.sql.ts";
import { replaceOrderCode, replaceScanCodes } from "./venueMoves.sql.ts";

/**
 * Replaces the scan codes of tickets that their buyer still has, and the code of their order, which admits them too. The
 * buyer is sent the new ones. The old codes are refused, on paper and in wallets. Refuses a ticket that is used, cancelled or
 * with somebody else, and a membership: its card has a code of its own.
 */
export const replaceCodes = async (
  ctx: ResendContext,
  order: OrderRow,
  { ticket_ids, within = transact }: { readonly ticket_ids: readonly string[]; readonly within?: Within },
): Promise<void> => {
  await within(ctx, async (ctx) => {
    const { db, seller } = ctx;
    await lockOrder(ctx, order, { refusesPaying: true });
    const codes = ticket_ids.map((id) => ({ id, scan_code: newTicketCode() }));
    await keepReplacedCodes(ctx, ticket_ids);
    if ((await replaceScanCodes(db, seller.id, order.id, codes)) < codes.length)
      throw new Refused({ code: "ticket_state_incorrect", context: "order" });
    const [ticket_id = ""] = ticket_ids;
    await replaceOrderCode(db, seller.id, order.id, { ticket_id, scan_code: newTicketCode() });
    await markPassesChanged(db, seller.id, ticket_ids);
    await resendConfirmationEmail(ctx, order.id, { occasion: newId(), change: "order_update" });
  });
};
