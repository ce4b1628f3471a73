import type { Ask } from "../../http/ask.ts";
import { Limit, placeOf, takeFromAll } from "../../http/limits.ts";
import { Refused } from "../../http/refused.ts";

/** Numbers are not to be found by trying (T46): a patient person types a wrong one a few times, not more. */
const ofPlace = new Limit({ most: 5, seconds: 60 });
const ofVisitor = new Limit({ most: 20, seconds: 3600 });

/**
 * One more number is tried, by this visitor and from this place; whoever has tried too often is refused. Taken before
 * anybody looks, so that many at once are no way round. A number that is on a card was no guess: it is given back.
 */
export const takeGiftCardGuess = ({ seller, visitor, from }: Ask): { readonly giveBack: () => void } => {
  const taken = takeFromAll([
    { limit: ofPlace, key: `${seller.id} ${placeOf(from)}` },
    ...(visitor ? [{ limit: ofVisitor, key: `${seller.id} ${visitor.identity_id}` }] : []),
  ]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "ledger", extra: { retry_after: taken.wait } });
  return { giveBack: () => taken.giveBack() };
};
