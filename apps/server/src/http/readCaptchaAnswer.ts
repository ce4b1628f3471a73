import type { IncomingHttpHeaders } from "node:http";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";

/** Longer than the token of any provider. */
const maxTokenLength = 8000;

/** The solved captcha in a request's headers, if there is one. */
export const readCaptchaAnswer = (headers: IncomingHttpHeaders): { provider: string; token: string } | undefined => {
  const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = headers;
  if (typeof provider !== "string" || typeof token !== "string" || token === "" || token.length > maxTokenLength)
    return undefined;
  return { provider, token };
};
