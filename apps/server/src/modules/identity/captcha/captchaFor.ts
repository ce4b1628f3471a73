import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/**
 * The captcha that a purpose needs. Paying uses the seller's, if there is one. Any other purpose uses the built-in
 * captcha, for every seller: only the payment page loads a third party's script, because URLs of other pages may contain
 * secrets.
 */
export const captchaFor = (
  { seller }: Pick<RequestContext, "seller">,
  purpose: CaptchaPurpose,
): RequestContext["seller"]["configuration"]["captcha"] => {
  if (purpose === "pay") return seller.configuration.captcha;
  return { provider: "altcha" };
};
