import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { crash } from "../../../db/faultPoints.ts";
import type { CheckoutContext } from "../context.ts";
import { recordProviderStatus } from "../order/recordProviderStatus.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { gatewayOfPayment } from "./gatewayOfPayment.ts";
import { voidAttempt } from "./voidAttempt.ts";

/**
 * Captures authorized payments, the card before the gift cards: a card can still be declined at capture, and then the
 * gift cards are only authorized and can be released. Returns whether all of them are captured. `recordLast` records the
 * last of them and can complete the cart.
 */
export const captureAttempt = async (
  ctx: CheckoutContext,
  payments: readonly PaymentRow[],
  recordLast: typeof recordProviderStatus = recordProviderStatus,
): Promise<boolean> => {
  const ordered = payments.toSorted((one, other) => Number(isGiftCardPayment(one)) - Number(isGiftCardPayment(other)));
  for (const [index, payment] of ordered.entries()) {
    const gateway = await gatewayOfPayment(ctx, payment);
    if (!payment.provider_ref) throw new Error(`Payment ${payment.id} has no authorization`);
    const providerStatus = await gateway.capture({
      sellerId: ctx.seller.id,
      id: payment.id,
      ref: payment.provider_ref,
    });
    const isLast = index === ordered.length - 1;
    if (isLast) crash("after_captured");
    const { state } = (await (isLast ? recordLast : recordProviderStatus)(ctx, payment, providerStatus)).payment;
    if (!isLast) crash("after_captured");
    if (state === "captured") continue;
    await voidAttempt(ctx, payment.cart_id, payment.cart_version);
    return false;
  }
  return true;
};
