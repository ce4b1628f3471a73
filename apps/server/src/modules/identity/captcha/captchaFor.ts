import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/**
 * The captcha that a purpose needs: for paying the seller's, if there is one. Only the payment page loads a third party's
 * script; elsewhere addresses may contain secrets, so it is the built-in captcha, for every seller.
 */
export const captchaFor = (
  { seller }: Pick<RequestContext, "seller">,
  purpose: CaptchaPurpose,
): RequestContext["seller"]["configuration"]["captcha"] => {
  if (purpose === "pay") return seller.configuration.captcha;
  return { provider: "altcha" };
};
