import { crash } from "../../../db/faultPoints.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { CompletedCart } from "../order/createOrders.ts";
import { settlePayment } from "../reconcile/settlePayments.ts";
import { allPaymentsOf } from "../reconcile/stalePayments.sql.ts";
import { sendRefundOrLeaveIt } from "../refund/sendRefundOrLeaveIt.ts";

/** Sends what a completed change gives back. What is not sent now is sent by the job that settles refunds. */
export const sendRefundsOfChange = async (ctx: RequestContext, completed: CompletedCart | undefined): Promise<void> => {
  if (completed?.outcome !== "completed" || !completed.refunds) return;
  crash("after_refund_row");
  for (const refund of completed.refunds) await sendRefundOrLeaveIt(ctx, refund);
};

const texts = {
  "error.money_goes_back": "Your payment is being refunded to your original payment method.",
} as const;

/**
 * Refuses a change that was paid for although the order no longer had what it gives up: its money goes back at once, its
 * hold is released, and the order is left as it is.
 */
export const refuseOvertakenChange = async (ctx: RequestContext, cart_id: string): Promise<void> => {
  for (const { id, state } of await allPaymentsOf(ctx, cart_id)) if (state === "captured") await settlePayment(ctx, id);
  const payments = await allPaymentsOf(ctx, cart_id);
  if (!payments.some(({ refunded, refunding }) => refunded + refunding > 0)) return;
  const { strings } = ctx.seller;
  const why = strings["error.ticket_state_incorrect"] ?? refusalDescriptions.ticket_state_incorrect;
  const money = strings["error.money_goes_back"] ?? texts["error.money_goes_back"];
  throw new Refused({ code: "ticket_state_incorrect", context: "order", text: `${why} ${money}` });
};
