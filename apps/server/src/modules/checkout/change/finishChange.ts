import { crash } from "../../../db/faultPoints.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { transactWithKeptPlans } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { lockCheckout } from "../batch/lockCheckout.ts";
import { abandonVersion } from "../payment/lease.sql.ts";
import type { CompletedCart } from "../order/createOrders.ts";
import { settlePayment } from "../reconcile/settlePayments.ts";
import { allPaymentsOf } from "../reconcile/stalePayments.sql.ts";
import { trySendRefund } from "../refund/trySendRefund.ts";

/** Sends the refunds of a completed change. Those that fail are sent by the job that settles refunds. */
export const sendRefundsOfChange = async (ctx: RequestContext, completed: CompletedCart | undefined): Promise<void> => {
  if (completed?.outcome !== "completed" || !completed.refunds) return;
  crash("after_refund_row");
  for (const refund of completed.refunds) await trySendRefund(ctx, refund);
};

const texts = {
  "error.money_goes_back": "Your payment is being refunded to your original payment method.",
} as const;

/**
 * Refuses a change that was confirmed although the order no longer had what it gives up: the money is refunded at once,
 * the hold is released, and the order stays as it is.
 */
export const refuseOutdatedChange = async (ctx: RequestContext, cart_id: string): Promise<void> => {
  for (const { id, state } of await allPaymentsOf(ctx, cart_id)) if (state === "captured") await settlePayment(ctx, id);
  const payments = await allPaymentsOf(ctx, cart_id);
  const isReturned = payments.some(({ refunded, refunding }) => refunded + refunding > 0);
  const isOvertaken = isReturned || (payments.length === 0 && (await endFreeChange(ctx, cart_id)));
  if (!isOvertaken) return;
  const { strings } = ctx.seller;
  const why = strings["error.ticket_state_incorrect"] ?? refusalDescriptions.ticket_state_incorrect;
  const money = isReturned ? [strings["error.money_goes_back"] ?? texts["error.money_goes_back"]] : [];
  throw new Refused({ code: "ticket_state_incorrect", context: "order", text: [why, ...money].join(" ") });
};

/**
 * Ends the lease of a free change that was not completed, so that the order can be changed again at once. Returns whether
 * the order has changed since, in which case its hold is released too. A change that has a price by now can still be paid
 * for.
 */
const endFreeChange = (ctx: RequestContext, cart_id: string): Promise<boolean> =>
  transactWithKeptPlans(ctx, async ({ db, seller }) => {
    const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
    if (checkout?.cart.state !== "pending") return true;
    // A payment that was begun since then is settled like any other.
    if (checkout.payments.length > 0) return false;
    const isOvertaken = !checkout.change?.planned;
    if (isOvertaken) await releaseHold(db, seller.id, [cart_id]);
    else await abandonVersion(db, seller.id, { cart_id, cart_version: checkout.cart.version });
    return isOvertaken;
  });
