import { altcha } from "./altcha.ts";
import type { CaptchaFinder } from "./captcha.ts";
import { CaptchaKeys, siteverify, type SiteverifyOptions } from "./siteverify.ts";
import type { KeyFinder } from "../providerKeys.ts";

/** The built-in captcha needs no keys; a provider needs the seller's secret. */
export const captchaRegistry = (
  keysOf: KeyFinder,
  { sign, ...options }: SiteverifyOptions & { readonly sign: (text: string) => string },
): CaptchaFinder => {
  const builtIn = altcha(sign);
  return async (sellerId, provider) => {
    if (provider === "altcha") return builtIn;
    const keys = CaptchaKeys.safeParse(await keysOf(sellerId, provider));
    return keys.success ? siteverify(provider, keys.data, options) : undefined;
  };
};
