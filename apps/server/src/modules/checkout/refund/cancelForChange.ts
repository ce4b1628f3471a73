import { Refused } from "../../../errors/refused.ts";
import type { CheckoutContext } from "../context.ts";
import { cancelTicketsAndTell } from "./cancelTicketsAndTell.ts";
import { insertPaymentRefund, reserveRefund, type RefundRow } from "./refunds.sql.ts";

export type ChangeOfOrder = {
  readonly order: { readonly id: string; readonly currency: string };
  readonly order_change_id: string;
  readonly ticket_ids: readonly string[];
  /** What goes back to each payment, in minor units. */
  readonly refunds: readonly { readonly payment_id: string; readonly amount: number }[];
};

/**
 * Cancels the tickets that a change gives up and records its refunds, in the change's transaction and behind the lock of
 * the order's cart. The caller sends the refunds after the commit.
 */
export const cancelForChange = async (
  ctx: CheckoutContext,
  { order, order_change_id, ticket_ids, refunds }: ChangeOfOrder,
): Promise<readonly RefundRow[]> => {
  await cancelTicketsAndTell(ctx, order.id, {
    occasion: order_change_id,
    change: { ticket_ids, order_change_id },
  });
  const recorded: RefundRow[] = [];
  for (const { payment_id, amount } of refunds) {
    // Something else has taken the money since it was counted.
    if (!(await reserveRefund(ctx, payment_id, amount)))
      throw new Refused({ code: "payment_in_progress", context: "order" });
    recorded.push(
      await insertPaymentRefund(ctx, {
        payment_id,
        amount,
        currency: order.currency,
        reason: "change",
        order_change_id,
      }),
    );
  }
  return recorded;
};
