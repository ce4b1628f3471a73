import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { CaptchaProvider } from "@foyer/contract/shop/captcha.ts";
import { tracedCall } from "../../signals/tracing.ts";
import type { Captcha } from "./captcha.ts";

export type SiteverifyProvider = Exclude<CaptchaProvider, "altcha">;

/** Stored by `foyer seller keys SLUG --captcha`. `hostname`: the page's host, if it is not the seller's own. */
export const CaptchaKeys = z.strictObject({
  secret_key: z.string().check(z.regex(/^[\w.-]{8,255}$/, "is not a key: letters, digits, dots and hyphens")),
  hostname: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/, "is not a host name"))),
});
export type CaptchaKeys = z.infer<typeof CaptchaKeys>;

/** For tests: another base URL and another timeout. */
export type SiteverifyOptions = { readonly baseUrl?: string | undefined; readonly timeoutMs?: number };

const endpoints: Readonly<Record<SiteverifyProvider, string>> = {
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

const Answer = z.object({
  success: z.boolean(),
  "error-codes": z.optional(z.array(z.string())),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
});

/** Lower scores are probably bots; reCAPTCHA's documentation suggests starting with this threshold. */
const minScore = 0.5;
/** Longer than any provider accepts an answer. */
const validSeconds = 1800;

const ask = async (
  provider: SiteverifyProvider,
  form: Readonly<Record<string, string>>,
  { baseUrl, timeoutMs = 3000 }: SiteverifyOptions,
): Promise<z.infer<typeof Answer> | undefined> => {
  const endpoint = new URL(endpoints[provider]);
  const url = baseUrl === undefined ? endpoint : new URL(endpoint.pathname, baseUrl);
  const send = (): Promise<Response> =>
    fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
  const body = await tracedCall(provider, "verify", send)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined);
  return Answer.safeParse(body).data;
};

/**
 * Whether the provider knows a secret, tested with an invalid answer: the error distinguishes the two. Undefined if it
 * does not answer.
 */
export const isKnownSecret = async (
  provider: SiteverifyProvider,
  { secret_key }: CaptchaKeys,
  options: SiteverifyOptions,
): Promise<boolean | undefined> => {
  const answer = await ask(provider, { secret: secret_key, response: "none" }, options);
  return answer && !answer["error-codes"]?.includes("invalid-input-secret");
};

/**
 * reCAPTCHA, hCaptcha and Turnstile, whose answers are verified in the same way. An answer has to come from our own page
 * (hostname) and, if the provider reports it, has to be given for this call (action).
 */
export const siteverify = (provider: SiteverifyProvider, keys: CaptchaKeys, options: SiteverifyOptions): Captcha => ({
  verify: async (token, { purpose, clientAddress, origin }) => {
    const form = { secret: keys.secret_key, response: token, remoteip: clientAddress };
    const answer = await ask(provider, form, options);
    if (!answer) return { isHuman: false, isUnavailable: true, reason: "no answer" };
    const { success, hostname, action, score } = answer;
    if (!success) return { isHuman: false, reason: "not accepted" };
    if (hostname !== (keys.hostname ?? new URL(origin).hostname)) return { isHuman: false, reason: "of another site" };
    if ((action !== undefined || provider === "turnstile") && action !== purpose)
      return { isHuman: false, reason: "for another call" };
    if (score !== undefined && score < minScore) return { isHuman: false, reason: "a low score" };
    return { isHuman: true, tokenHash: createHash("sha256").update(`${provider} ${token}`).digest(), validSeconds };
  },
});
