import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { goesOn } from "@foyer/rules/goesOn.ts";
import { captchaAnswer } from "../../shared/captcha.ts";

/**
 * What goes along with an attempt to pay where the seller has a captcha: a new answer for each, in headers and not among
 * what is paid with (requirements OPEN-72).
 */
export const captchaFor = async (
  captcha: Configuration["captcha"],
  offers: readonly PaymentOffer[],
): Promise<Record<string, string>> => (goesOn(offers) ? {} : captchaAnswer(captcha, "pay"));
