import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** The headers that carry a captcha's solution with the call that it protects. */
export const captchaHeaders = { provider: "x-captcha-provider", token: "x-captcha-token" } as const;

export const CaptchaProvider = z.enum(["altcha", "recaptcha", "hcaptcha", "turnstile"]);
export type CaptchaProvider = z.infer<typeof CaptchaProvider>;
/** The kind of call that a solution is valid for. */
export const CaptchaPurpose = z.enum(["pay", "resend", "login"]);
export type CaptchaPurpose = z.infer<typeof CaptchaPurpose>;

export const captchaChallenge = endpoint({
  name: "captchaChallenge",
  method: "GET",
  path: "/captcha/challenge",
  summary: "A challenge of the built-in captcha for the visitor's browser to solve.",
  query: z.strictObject({
    /** As in `_extra.purpose` of the refusal. */
    purpose: CaptchaPurpose,
  }),
  reply: z.record(z.string(), z.unknown()),
});
