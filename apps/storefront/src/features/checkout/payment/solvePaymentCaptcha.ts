import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { continuesPayments } from "@foyer/rules/checkout/continuesPayments.ts";
import { requestCaptchaHeaders } from "../../../shared/captcha/captcha.ts";

/**
 * What goes along with an attempt to pay where the seller has a captcha: a new answer for each, in headers and not among
 * what is paid with (requirements OPEN-72).
 */
export const solvePaymentCaptcha = async (
  captcha: Configuration["captcha"],
  offers: readonly PaymentInput[],
): Promise<Record<string, string>> => (continuesPayments(offers) ? {} : requestCaptchaHeaders(captcha, "pay"));
