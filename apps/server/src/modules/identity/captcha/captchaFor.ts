import type { CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/**
 * The captcha that a purpose needs. Only the payment page loads a third party's script; elsewhere addresses may contain
 * secrets, so the built-in captcha is used: always for logging in, otherwise if the seller has configured any.
 */
export const captchaFor = (
  { seller }: Pick<RequestContext, "seller">,
  purpose: CaptchaPurpose,
): RequestContext["seller"]["configuration"]["captcha"] => {
  const { captcha } = seller.configuration;
  if (purpose === "pay") return captcha;
  return captcha || purpose === "login" ? { provider: "altcha" } : undefined;
};
