import type { Configuration } from "@foyer/contract/seller.ts";
import { scriptsOf } from "./scripts.ts";

/** What a page has to let in for a captcha, by directive of the Content-Security-Policy. */
export type CaptchaSources = {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly style: readonly string[];
};

const none: CaptchaSources = { script: [], frame: [], connect: [], style: [] };

/** Of the checkout alone, and only of sellers whose captcha is somebody else's: the built-in one needs nothing. */
export const captchaSources = ({ captcha }: Pick<Configuration, "captcha">): CaptchaSources => {
  switch (captcha?.provider) {
    case "recaptcha":
      return {
        script: scriptsOf("reCAPTCHA"),
        frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
        connect: ["https://www.google.com/recaptcha/"],
        style: [],
      };
    case "hcaptcha": {
      const hcaptcha = scriptsOf("hCaptcha");
      return { script: hcaptcha, frame: hcaptcha, connect: hcaptcha, style: hcaptcha };
    }
    case "turnstile": {
      const cloudflare = scriptsOf("Turnstile");
      return { script: cloudflare, frame: cloudflare, connect: [], style: [] };
    }
    case "altcha":
    case undefined:
      return none;
  }
};
