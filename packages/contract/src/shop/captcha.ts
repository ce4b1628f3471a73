import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";

/** Headers that a captcha's answer travels in with the call that it is for (requirements OPEN-72). */
export const captchaHeaders = { provider: "x-captcha-provider", token: "x-captcha-token" } as const;

export const CaptchaProvider = z.enum(["altcha", "recaptcha", "hcaptcha", "turnstile"]);
export type CaptchaProvider = z.infer<typeof CaptchaProvider>;
/** What an answer is good for: one kind of call. */
export const CaptchaPurpose = z.enum(["pay", "resend", "login"]);
export type CaptchaPurpose = z.infer<typeof CaptchaPurpose>;

export const captchaChallenge = endpoint({
  name: "captchaChallenge",
  method: "GET",
  path: "/captcha/challenge",
  summary: "A task of the built-in captcha for the visitor's browser to work off.",
  query: z.strictObject({ purpose: CaptchaPurpose }),
  reply: z.record(z.string(), z.unknown()),
});
