import { paymentLimits } from "@foyer/contract/limits.ts";
import { Refused } from "../../../errors/refused.ts";
import type { TryCounts } from "./tries.sql.ts";

/** Seconds to wait after too many declined cards; undefined: another may be tried. */
export const retryAfterSeconds = ({
  declinedOfCart,
  declinedOfNetwork,
  undecidedOfNetwork,
  retryAfter,
}: TryCounts): number | undefined => {
  if (declinedOfCart >= paymentLimits.declines_of_cart || declinedOfNetwork >= paymentLimits.declines_of_address)
    return Math.max(1, retryAfter);
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
