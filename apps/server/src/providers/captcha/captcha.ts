import type { CaptchaProvider, CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";

/** What an answer is asked to be good for. */
export type CaptchaRequest = {
  readonly sellerId: string;
  readonly purpose: CaptchaPurpose;
  /** The address that the answer came from. */
  readonly clientAddress: string;
};

/**
 * Whether an answer is a person's. `mark` tells it from every other answer, for `seconds` from now: within them it must
 * not be taken a second time. A provider that cannot be reached (`isDown`) is a "no" too: nobody gets through because
 * nobody looked.
 */
export type CaptchaResult =
  | { readonly isHuman: true; readonly tokenHash: Buffer; readonly validSeconds: number }
  | { readonly isHuman: false; readonly isUnavailable?: boolean; readonly reason: string };

export type Captcha = {
  verify(token: string, request: CaptchaRequest): Promise<CaptchaResult>;
  /** A task for the visitor's browser; others give their own to their script. */
  readonly challenge?: (request: Pick<CaptchaRequest, "sellerId" | "purpose">) => Promise<Record<string, unknown>>;
};

/** Undefined: the seller's keys for it are not kept. */
export type CaptchaFinder = (sellerId: string, provider: CaptchaProvider) => Promise<Captcha | undefined>;
