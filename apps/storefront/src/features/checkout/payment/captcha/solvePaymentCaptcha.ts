import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { continuesPayments } from "@foyer/rules/checkout/plan/continuesPayments.ts";
import { requestCaptchaHeaders } from "../../../../shared/captcha/captcha.ts";

/**
 * The headers of the seller's captcha, solved again for each payment attempt. Continuing a payment that has been at the
 * bank needs none.
 */
export const solvePaymentCaptcha = async (
  captcha: Configuration["captcha"],
  offers: readonly PaymentInput[],
): Promise<Record<string, string>> => (continuesPayments(offers) ? {} : requestCaptchaHeaders(captcha, "pay"));
