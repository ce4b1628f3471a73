import type { IncomingHttpHeaders } from "node:http";
import { captchaHeaders } from "@foyer/contract/shop/captcha.ts";

/** Longer than any provider's answer. */
const maxTokenLength = 8000;

/** The answer to a captcha among a call's headers. */
export const readCaptchaAnswer = (headers: IncomingHttpHeaders): { provider: string; token: string } | undefined => {
  const { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token } = headers;
  if (typeof provider !== "string" || typeof token !== "string" || token === "" || token.length > maxTokenLength)
    return undefined;
  return { provider, token };
};
