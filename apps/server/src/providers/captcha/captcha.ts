import type { CaptchaProvider, CaptchaPurpose } from "@foyer/contract/shop/captcha.ts";

/** The call that an answer has to be valid for. */
export type CaptchaRequest = {
  readonly sellerId: string;
  readonly purpose: CaptchaPurpose;
  /** The address that the answer was sent from. */
  readonly clientAddress: string;
  /** The public address of the page with the captcha. */
  readonly origin: string;
};

/**
 * Whether an answer comes from a human. `tokenHash` identifies the answer for `validSeconds`, within which it must not
 * be accepted again. A provider that cannot be reached (`isUnavailable`) counts as a failure: nobody passes unchecked.
 */
export type CaptchaResult =
  | { readonly isHuman: true; readonly tokenHash: Buffer; readonly validSeconds: number }
  | { readonly isHuman: false; readonly isUnavailable?: boolean; readonly reason: string };

export type Captcha = {
  verify(token: string, request: CaptchaRequest): Promise<CaptchaResult>;
  /** A challenge for the browser; other providers' scripts fetch their own. */
  readonly challenge?: (request: Pick<CaptchaRequest, "sellerId" | "purpose">) => Promise<Record<string, unknown>>;
};

/** Undefined if the seller's keys for it are missing. */
export type CaptchaFinder = (sellerId: string, provider: CaptchaProvider) => Promise<Captcha | undefined>;
