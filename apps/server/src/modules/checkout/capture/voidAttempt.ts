import type { CheckoutContext } from "../context.ts";
import { recordProviderStatus } from "../order/recordProviderStatus.ts";
import { attemptOf } from "../payment/attempt.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { gatewayOfPayment } from "./gatewayOfPayment.ts";

/**
 * Releases every authorization of one attempt and closes payments that no provider knows. It can safely be repeated and
 * run concurrently. What remains if a provider is unreachable is left to the settling job.
 */
export const voidAttempt = async (ctx: CheckoutContext, cart_id: string, cart_version: number): Promise<void> => {
  for (const payment of attemptOf(await readPayments(ctx, cart_id), cart_version).undecided) {
    const gateway = await gatewayOfPayment(ctx, payment);
    const request = { sellerId: ctx.seller.id, id: payment.id };
    const providerStatus = await gateway.findStatus(request);
    if (providerStatus.status === "unknown") {
      await recordProviderStatus(ctx, payment, notReachedProvider);
      continue;
    }
    await recordProviderStatus(ctx, payment, providerStatus);
    if (
      providerStatus.status === "requires_action" ||
      providerStatus.status === "processing" ||
      providerStatus.status === "authorized"
    )
      await recordProviderStatus(ctx, payment, await gateway.void({ ...request, ref: providerStatus.ref }));
  }
};

export const notReachedProvider = {
  status: "failed",
  ref: null,
  code: "never_reached",
  message: "The provider was never reached.",
} as const;
