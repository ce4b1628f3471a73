import type { CheckoutJobContext } from "../context.ts";
import { sendRefund, type RefundRow } from "./refundPayment.ts";

/** Sends the refund of a change that is committed. A provider that does not answer delays nothing but the money. */
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
