import { gatewayOfPayment } from "../../checkout/capture/gatewayOfPayment.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { claimMethodToForget, markForgotten, type MethodToForget } from "./forgetMethods.sql.ts";

/** The most methods per seller and run, so that one seller does not delay the others. */
const maxPerRun = 50;

/**
 * Deletes saved methods at their providers and returns how many. Nobody waits for it: the customer was answered when the
 * card was removed here. Failures are repeated at growing intervals, without an end.
 */
export const forgetDueMethods = async (ctx: CheckoutJobContext): Promise<number> => {
  let count = 0;
  for (let run = 0; run < maxPerRun; run++) {
    const claimed = await claimMethodToForget(ctx);
    if (!claimed) return count;
    try {
      await forgetMethod(ctx, claimed);
      await markForgotten(ctx, claimed.id);
      count++;
    } catch (error) {
      ctx.log.warn(
        { event: "method_not_forgotten", id: claimed.id, err: error instanceof Error ? error.message : String(error) },
        "saved payment method could not be deleted at its provider yet",
      );
    }
  }
  return count;
};

const forgetMethod = async (
  ctx: CheckoutJobContext,
  { gateway_id, method, payment_id }: MethodToForget,
): Promise<void> => {
  const gateway = await gatewayOfPayment(ctx, { gateway_id });
  const sellerId = ctx.seller.id;
  if (method?.customer != null)
    await gateway.deleteSavedMethod?.({ sellerId, ref: method.ref, customer: method.customer });
  if (payment_id !== null) await gateway.deleteMethodOfPayment?.({ sellerId, id: payment_id });
};
