import type { CheckoutJobContext } from "../context.ts";
import { sendRefund, type RefundRow } from "./refundPayment.ts";

/** Sends the refund of a committed change. If the provider does not answer, only the money is delayed. */
export const trySendRefund = async (ctx: CheckoutJobContext, refund: RefundRow): Promise<void> => {
  try {
    await sendRefund(ctx, refund);
  } catch (error) {
    ctx.log.error(
      { refund_id: refund.id, err: error instanceof Error ? error.message : String(error) },
      "refund of a change was not sent yet",
    );
  }
};
