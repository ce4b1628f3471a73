import { altcha } from "./captcha/altcha.ts";
import type { CaptchaFinder } from "./captcha/captcha.ts";
import { CaptchaKeys, siteverify, type SiteverifySetup } from "./captcha/siteverify.ts";
import type { KeyFinder } from "./providerKeys.ts";

/** The built-in captcha needs nothing; a provider needs its seller's secret. */
export const captchas = (
  keysOf: KeyFinder,
  { sign, ...setup }: SiteverifySetup & { readonly origin: string; readonly sign: (text: string) => string },
): CaptchaFinder => {
  const builtIn = altcha(sign);
  return async (sellerId, provider) => {
    if (provider === "altcha") return builtIn;
    const keys = CaptchaKeys.safeParse(await keysOf(sellerId, provider));
    return keys.success ? siteverify(provider, keys.data, setup) : undefined;
  };
};
