import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { networkOf } from "../../http/limits/clientNetworkOf.ts";
import { RateLimit, takeFromLimits, type TakeResult } from "../../http/limits/rateLimit.ts";
import { Refused } from "../../errors/refused.ts";

/** Enough for the typos of one person, and of several behind one router. */
const seconds = 600;
const visitorLimit = new RateLimit({ max: 20, windowSeconds: seconds });
const networkLimit = new RateLimit({ max: 60, windowSeconds: seconds });
/** One warning per seller and period. */
const alarmLimit = new RateLimit({ max: 1, windowSeconds: seconds });

/** Only wrong codes count as guesses, not codes that are right but used up. */
const isWrongCode = (refusal: Refused): boolean =>
  [refusal, refusal.also].some((each) => each?.code === "code_not_found" || each?.code === "invalid_citypass");

const takeGuesses = ({ seller, visitor, clientAddress }: RequestContext, kind: string, count: number): TakeResult =>
  takeFromLimits(
    [
      ...(visitor ? [{ limit: visitorLimit, key: `${seller.id} ${kind} ${visitor.identity_id}` }] : []),
      { limit: networkLimit, key: `${seller.id} ${kind} ${networkOf(clientAddress)}` },
    ],
    count,
  );

const takeGuess = (ctx: RequestContext, context: RefusalContext): { release(count: number): void } => {
  const taken = takeGuesses(ctx, "typed", 1);
  if ("wait" in taken) {
    // Tells the operator that somebody guesses codes, or that many people behind one address mistype.
    if (alarmLimit.take(ctx.seller.id) === undefined)
      ctx.log.warn({ event: "too_many_code_guesses", retry_after: taken.wait }, "too many wrong codes");
    throw new Refused({ code: "too_many_requests", context, extra: { retry_after: taken.wait } });
  }
  return taken;
};

/** Limits guesses for the lookup of one code. */
export const limitLookup = async <Found>(ctx: RequestContext, lookUp: () => Promise<Found>): Promise<Found> => {
  const taken = takeGuess(ctx, "code");
  try {
    const found = await lookUp();
    taken.release(1);
    return found;
  } catch (error) {
    if (!(error instanceof Refused && isWrongCode(error))) taken.release(1);
    throw error;
  }
};

/**
 * Keeps codes and vouchers from being guessed. A request takes its guesses before it is decided, so that parallel
 * requests cannot exceed the limit, and gets back those that were right. Without guesses left a request is refused, and
 * codes of a link are ignored.
 */
export const limitGuesses = async (
  ctx: RequestContext,
  extras: HoldExtras,
  context: RefusalContext,
  hold: (extras: HoldExtras) => Promise<CartReply>,
): Promise<CartReply> => {
  const typed = extras.codes.length + (extras.vouchers?.codes.length ?? 0);
  const fromLink = extras.preloaded.length;
  if (typed + fromLink === 0) return hold(extras);

  // A request fails at the first wrong code, so it takes one guess however many it sends.
  const typedGuess = typed > 0 ? takeGuess(ctx, context) : undefined;
  const linkGuesses = fromLink > 0 ? takeGuesses(ctx, "link", fromLink) : undefined;
  const skipsLinked = linkGuesses !== undefined && "wait" in linkGuesses;
  const returnLinked = (count: number) => linkGuesses && "release" in linkGuesses && linkGuesses.release(count);

  try {
    const reply = await hold(skipsLinked ? { ...extras, preloaded: [] } : extras);
    typedGuess?.release(1);
    const inCart = new Set(
      reply.cart._data[0]?.cart_mods.flatMap(({ codes }) => codes.map(({ code }) => normalizeCode(code))),
    );
    returnLinked(extras.preloaded.filter((text) => inCart.has(normalizeCode(text))).length);
    return reply;
  } catch (error) {
    const isWrong = error instanceof Refused && isWrongCode(error);
    if (!isWrong) typedGuess?.release(1);
    // A refusal tells something about the codes of a link only when it is a rule that none of them lifted.
    if (!(error instanceof Refused && error.code === "rule_blocks_reserve")) returnLinked(fromLink);
    throw error;
  }
};
