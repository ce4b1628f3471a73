import { isOutage } from "../../../errors/isOutage.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { evictCheckout } from "../batch/checkoutSnapshotCache.ts";
import type { CheckoutContext } from "../context.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { completionBatch, type CompletionResult } from "./completionBatch.ts";
import type { CompletedCart } from "./createOrders.ts";

type PaymentRef = { readonly id: string; readonly cart_id: string };

/** A payment after its status was recorded, with its cart as it was locked and all payments as they are now. */
export type RecordedStatus = Omit<CompletionResult, "payment" | "completed"> & { readonly payment: PaymentRow };

/** Records a provider's status of a payment. Requests, returns from a bank and the settling job all use it. */
export const recordProviderStatus = async (
  ctx: CheckoutContext,
  { id, cart_id }: PaymentRef,
  providerStatus: ProviderStatus,
): Promise<RecordedStatus> => {
  const reported = { payment_id: id, providerStatus };
  const recorded = await completionBatch.run({ ctx, cart_id, reported, completesCart: false });
  return requirePayment(recorded, id);
};

/**
 * The same for the last payment of an attempt: if the cart is fully paid, it becomes an order in the same transaction.
 * The provider's status is recorded even if no order can be made.
 */
export const recordAndComplete = async (
  ctx: CheckoutContext,
  { id, cart_id }: PaymentRef,
  providerStatus: ProviderStatus,
): Promise<RecordedStatus & Pick<CompletionResult, "completed">> => {
  const reported = { payment_id: id, providerStatus };
  try {
    const recorded = await completionBatch.run({ ctx, cart_id, reported, completesCart: true });
    return { ...requirePayment(recorded, id), completed: recorded.completed };
  } catch (error) {
    evictCheckout(ctx.db, cart_id);
    if (!isOutage(error)) await recordProviderStatus(ctx, { id, cart_id }, providerStatus);
    throw error;
  }
};

const requirePayment = ({ payment, cart, payments }: CompletionResult, id: string): RecordedStatus => {
  if (!payment) throw new Error(`Payment ${id} does not exist`);
  return { payment, cart, payments };
};

/** Makes the order of a fully paid cart, or finds its existing one; undefined while money is missing. */
export const completeCart = async (ctx: CheckoutContext, cart_id: string): Promise<CompletedCart | undefined> => {
  try {
    return (await completionBatch.run({ ctx, cart_id, completesCart: true })).completed;
  } catch (error) {
    evictCheckout(ctx.db, cart_id);
    throw error;
  }
};
