import type { RequestContext } from "../../http/requestContext.ts";
import { networkOf } from "../../http/limits/clientNetworkOf.ts";
import { RateLimit, takeFromLimits } from "../../http/limits/rateLimit.ts";
import { Refused } from "../../errors/refused.ts";

/** Gift card numbers must not be found by guessing. A person mistypes a number a few times at most. */
const perNetwork = new RateLimit({ max: 5, windowSeconds: 60 });
const perVisitor = new RateLimit({ max: 20, windowSeconds: 3600 });

/**
 * Counts a guess of a gift card number, and refuses a visitor or network with too many. Counted before the look-up, so
 * that concurrent guesses are counted too; a number that exists is released again.
 */
export const countGiftCardGuess = ({
  seller,
  visitor,
  clientAddress,
}: RequestContext): { readonly release: () => void } => {
  const taken = takeFromLimits([
    { limit: perNetwork, key: `${seller.id} ${networkOf(clientAddress)}` },
    ...(visitor ? [{ limit: perVisitor, key: `${seller.id} ${visitor.identity_id}` }] : []),
  ]);
  if ("wait" in taken)
    throw new Refused({ code: "too_many_requests", context: "ledger", extra: { retry_after: taken.wait } });
  return { release: () => taken.release() };
};
