import { paymentLimits } from "@foyer/contract/limits.ts";
import { Refused } from "../../../errors/refused.ts";
import type { TryCounts } from "./tries.sql.ts";

/** `seconds` is the wait after too many declines. `isOfCard`: another card may be tried at once. */
export type Wait = { readonly seconds: number; readonly isOfCard: boolean };

/** The wait of the cart and the network, whichever card is used; undefined if there is none. */
const waitForAnyCard = (tries: TryCounts): Wait | undefined => {
  const { declinedOfCart, declinedCardsOfCart, declinedOfNetwork, retryAfter } = tries;
  const { declines_of_cart_at_most, declined_cards_of_cart, declines_of_address } = paymentLimits;
  const hasTooMany =
    declinedOfCart >= declines_of_cart_at_most ||
    declinedCardsOfCart >= declined_cards_of_cart ||
    declinedOfNetwork >= declines_of_address;
  return hasTooMany ? { seconds: Math.max(1, retryAfter), isOfCard: false } : undefined;
};

/** The wait before a try with a card; undefined if it may be tried now. `fingerprint` is null if the card is unknown. */
export const waitForCard = (tries: TryCounts, fingerprint: string | null): Wait | undefined => {
  const { declinedOfCard, sinceLastOfCard, undecidedOfNetwork } = tries;
  const { declines_of_card, pause_after_decline, concurrent_of_address } = paymentLimits;
  const wait = waitForAnyCard(tries);
  if (wait) return wait;
  const pause = Math.max(0, declinedOfCard - declines_of_card + 1) * pause_after_decline;
  if (pause > sinceLastOfCard) return { seconds: pause - sinceLastOfCard, isOfCard: fingerprint !== null };
  return undecidedOfNetwork >= concurrent_of_address ? { seconds: 5, isOfCard: false } : undefined;
};

/** `card_only`: another card may be tried at once. */
export const tooManyTries = ({ seconds, isOfCard }: Wait): Refused =>
  new Refused({
    code: "too_many_requests",
    context: "payment",
    extra: { retry_after: seconds, ...(isOfCard && { card_only: true }) },
  });

/**
 * Stops card testing before anything is written or a card is charged. Returns "asksForCard" if the cart has declines and
 * the provider has not been asked yet which card it is.
 */
export const refuseTooManyUnlessLive = (
  tries: TryCounts,
  fingerprint: string | null | undefined,
): "asksForCard" | undefined => {
  if (tries.hasLivePayment) return undefined;
  const asksForCard = fingerprint === undefined && tries.declinedOfCart > 0;
  const wait = asksForCard ? waitForAnyCard(tries) : waitForCard(tries, fingerprint ?? null);
  if (wait) throw tooManyTries(wait);
  return asksForCard ? "asksForCard" : undefined;
};

/** The same for a new try, even beside a payment in progress. */
export const refuseTooManyTries = (tries: TryCounts, fingerprint: string | null): void => {
  const wait = waitForCard(tries, fingerprint);
  if (wait) throw tooManyTries(wait);
};
