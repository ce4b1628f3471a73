import type { RequestContext } from "../../http/requestContext.ts";
import { networkOf } from "../../http/limits/clientNetworkOf.ts";
import { RateLimit, takeFromLimits } from "../../http/limits/rateLimit.ts";
import { Refused } from "../../errors/refused.ts";

/** Numbers are not to be found by trying (T46): a patient person types a wrong one a few times, not more. */
const perNetwork = new RateLimit({ max: 5, windowSeconds: 60 });
const perVisitor = new RateLimit({ max: 20, windowSeconds: 3600 });

/**
 * One more number is tried, by this visitor and from this place; whoever has tried too often is refused. Taken before
 * anybody looks, so that many at once are no way round. A number that is on a card was no guess: it is given back.
 */
export const countGiftCardGuess = ({
  seller,
  visitor,
  clientAddress,
}: RequestContext): { readonly giveBack: () => void } => {
  const taken = takeFromLimits([
    { limit: perNetwork, key: `${seller.id} ${networkOf(clientAddress)}` },
    ...(visitor ? [{ limit: perVisitor, key: `${seller.id} ${visitor.identity_id}` }] : []),
  ]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "ledger", extra: { retry_after: taken.wait } });
  return { giveBack: () => taken.release() };
};
