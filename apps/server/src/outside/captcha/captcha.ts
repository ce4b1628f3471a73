import type { CaptchaProvider, CaptchaPurpose } from "@foyer/contract/captcha.ts";

/** What an answer is asked to be good for. */
export type CaptchaAsked = {
  readonly sellerId: string;
  readonly purpose: CaptchaPurpose;
  /** The address that the answer came from. */
  readonly from: string;
};

/**
 * Whether an answer is a person's. `mark` tells it from every other answer, for `seconds` from now: within them it must
 * not be taken a second time. A provider that cannot be reached (`isDown`) is a "no" too: nobody gets through because
 * nobody looked.
 */
export type Judgement =
  | { readonly isPerson: true; readonly mark: Buffer; readonly seconds: number }
  | { readonly isPerson: false; readonly isDown?: boolean; readonly reason: string };

export type Captcha = {
  judge(token: string, asked: CaptchaAsked): Promise<Judgement>;
  /** A task for the visitor's browser; others give their own to their script. */
  readonly challenge?: (asked: Pick<CaptchaAsked, "sellerId" | "purpose">) => Promise<Record<string, unknown>>;
};

/** Undefined: the seller's keys for it are not kept. */
export type CaptchaFinder = (sellerId: string, provider: CaptchaProvider) => Promise<Captcha | undefined>;
