import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { CaptchaProvider } from "@foyer/contract/captcha.ts";
import type { Captcha } from "./captcha.ts";

export type AskedProvider = Exclude<CaptchaProvider, "altcha">;

/** Kept by `foyer seller keys SLUG --captcha`. `hostname`: where the page is shown, when it is not this server's own. */
export const CaptchaKeys = z.strictObject({
  secret_key: z.string().check(z.regex(/^[\w.-]{8,255}$/, "is no key: letters, digits, dots and hyphens")),
  hostname: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/, "is no name of a host"))),
});
export type CaptchaKeys = z.infer<typeof CaptchaKeys>;

/** `base` in place of the provider's own address, and how long it may take in milliseconds: tests say otherwise. */
export type SiteverifySetup = { readonly base?: string | undefined; readonly deadline?: number };

const places: Readonly<Record<AskedProvider, string>> = {
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

const Answer = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  score: z.optional(z.number()),
});

/** Below it reCAPTCHA believes in a machine; its own documents name this as the place to begin. */
const leastScore = 0.5;
/** Providers take an answer for some minutes; longer than any of them. */
const seconds = 1800;

/**
 * reCAPTCHA, hCaptcha and Turnstile: they are asked about an answer, all three in the same way. It has to come from our
 * own page (hostname) and, where they tell what it was given for, for this very call (action).
 */
export const siteverify = (
  provider: AskedProvider,
  keys: CaptchaKeys,
  { origin, base, deadline = 3000 }: SiteverifySetup & { readonly origin: string },
): Captcha => ({
  judge: async (token, { purpose, from }) => {
    const place = new URL(places[provider]);
    const url = base === undefined ? place : new URL(place.pathname, base);
    const said = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ secret: keys.secret_key, response: token, remoteip: from }),
      signal: AbortSignal.timeout(deadline),
      redirect: "error",
    })
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .catch(() => undefined);
    const parsed = Answer.safeParse(said);
    if (!parsed.success) return { isPerson: false, isDown: true, reason: "no answer" };
    const { success, hostname, action, score } = parsed.data;
    if (!success) return { isPerson: false, reason: "not accepted" };
    if (hostname !== (keys.hostname ?? new URL(origin).hostname)) return { isPerson: false, reason: "of another site" };
    if ((action !== undefined || provider === "turnstile") && action !== purpose)
      return { isPerson: false, reason: "for another call" };
    if (score !== undefined && score < leastScore) return { isPerson: false, reason: "a low score" };
    return { isPerson: true, mark: createHash("sha256").update(`${provider} ${token}`).digest(), seconds };
  },
});
