import { grantsAdmission, isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { CheckoutContext } from "../../checkout/context.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { purchaserOfOrder } from "../orderChanges.sql.ts";
import { cancellationEmail } from "./cancellationEmail.ts";
import { presentQuote, type PlannedCancellation } from "./planCancellation.ts";

type Cancellation = {
  readonly order_change_id: string;
  readonly planned: PlannedCancellation;
  /** The lines of the order before the cancellation. */
  readonly lines: readonly CartLine[];
};

/**
 * Queues the e-mail about a cancellation, even for a purchaser who opted out of confirmations: tickets stop being valid.
 */
export const queueCancellationEmail = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { order_change_id, planned, lines }: Cancellation,
): Promise<void> => {
  const { email: address } = await purchaserOfOrder(ctx, order.identity_id);
  if (!address) return;
  const email = cancellationEmail(ctx.seller, ctx.providers.origin, {
    order,
    token: orderToken(ctx, order.id),
    lines,
    quote: presentQuote(ctx, order, planned),
    isWhole: planned.isWhole,
    hasOther: !planned.leaving.every(grantsAdmission) || planned.leaving.some(isMembership),
  });
  await queueEmail(ctx, {
    kind: "order_cancelled",
    ref_id: order.id,
    occasion: order_change_id,
    to_address: address,
    email,
  });
};
