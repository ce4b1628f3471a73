import { paymentLimits } from "@foyer/contract/limits.ts";
import { Refused } from "../../../errors/refused.ts";
import type { TryCounts } from "./tries.sql.ts";

/** Seconds to wait after too many declined cards; undefined: another may be tried. */
export const retryAfterSeconds = ({
  declinedOfCart,
  declinedOfNetwork,
  undecidedOfNetwork,
  sinceLastOfCart,
  retryAfter,
}: TryCounts): number | undefined => {
  const { declines_of_cart, declines_of_cart_at_most, declines_of_address, pause_after_decline } = paymentLimits;
  if (declinedOfCart >= declines_of_cart_at_most || declinedOfNetwork >= declines_of_address)
    return Math.max(1, retryAfter);
  const pause = Math.max(0, declinedOfCart - declines_of_cart + 1) * pause_after_decline;
  if (pause > sinceLastOfCart) return pause - sinceLastOfCart;
  return undecidedOfNetwork >= paymentLimits.concurrent_of_address ? 5 : undefined;
};

export const tooManyTries = (retry_after: number): Refused =>
  new Refused({ code: "too_many_requests", context: "payment", extra: { retry_after } });

/** Refuses to test stolen cards here, before anything is written or any provider is called. */
export const refuseTooManyUnlessLive = (tries: TryCounts): void => {
  if (!tries.hasLivePayment) refuseTooManyTries(tries);
};

/** The same for a new try, also beside a payment in progress. */
export const refuseTooManyTries = (tries: TryCounts): void => {
  const wait = retryAfterSeconds(tries);
  if (wait !== undefined) throw tooManyTries(wait);
};
