import { gatewayOfPayment } from "../../checkout/payment/captureAttempt.ts";
import type { RenewalContext } from "../charge/holderContext.ts";
import { claimMethodToForget, markForgotten, type MethodToForget } from "./forgetMethods.sql.ts";

/** Of one seller at one turn; the others have theirs a moment later. */
const maxPerRun = 50;

/**
 * Has the providers forget what is due. Nobody waits for it: whoever took their card away has been answered. What cannot be
 * forgotten now is tried again, ever more rarely and without an end. Answers how many were.
 */
export const forgetDueMethods = async (ctx: RenewalContext): Promise<number> => {
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
        "what a provider keeps could not be taken off it yet",
      );
    }
  }
  return count;
};

const forgetMethod = async (ctx: RenewalContext, { gateway_id, method, payment_id }: MethodToForget): Promise<void> => {
  const gateway = await gatewayOfPayment(ctx, { gateway_id });
  const sellerId = ctx.seller.id;
  if (method?.customer != null)
    await gateway.deleteSavedMethod?.({ sellerId, ref: method.ref, customer: method.customer });
  if (payment_id !== null) await gateway.deleteMethodOfPayment?.({ sellerId, id: payment_id });
};
