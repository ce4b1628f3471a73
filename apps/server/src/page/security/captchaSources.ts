import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { scriptSourcesOf } from "./paymentScripts.ts";

/** Sources that a captcha needs, by directive of the Content-Security-Policy. */
export type CaptchaSources = {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly style: readonly string[];
};

const noSources: CaptchaSources = { script: [], frame: [], connect: [], style: [] };

/** The sources of a seller's captcha; the built-in one needs none. */
export const captchaSources = ({ captcha }: Pick<Configuration, "captcha">): CaptchaSources => {
  switch (captcha?.provider) {
    case "recaptcha":
      return {
        script: scriptSourcesOf("reCAPTCHA"),
        frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
        connect: ["https://www.google.com/recaptcha/"],
        style: [],
      };
    case "hcaptcha": {
      const hcaptcha = scriptSourcesOf("hCaptcha");
      return { script: hcaptcha, frame: hcaptcha, connect: hcaptcha, style: hcaptcha };
    }
    case "turnstile": {
      const cloudflare = scriptSourcesOf("Turnstile");
      return { script: cloudflare, frame: cloudflare, connect: [], style: [] };
    }
    case "altcha":
    case undefined:
      return noSources;
  }
};
