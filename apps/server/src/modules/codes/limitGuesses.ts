import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { RateLimit } from "../../http/limits/rateLimit.ts";
import {
  takeSharedLimits,
  limitByNetwork,
  limitsByVisitor,
  type TakenUses,
  type TakeResult,
} from "../../http/limits/sharedLimits.ts";
import { Refused } from "../../errors/refused.ts";

/** Enough for the typos of one person, or of several people behind one router. */
const windowSeconds = 600;
const guessMaxima = { visitor: 20, network: 60 } as const;
/** One warning per seller and period, limited in memory because a log line needs no database. */
const alarmLimit = new RateLimit({ max: 1, windowSeconds });

/** Only wrong codes count as guesses, not correct codes that are used up. */
const isWrongCode = (refusal: Refused): boolean =>
  [refusal, refusal.second].some((each) => each?.code === "code_not_found" || each?.code === "invalid_citypass");

type GuessKind = "typed" | "link" | "lookup";

const takeGuesses = (ctx: RequestContext, kind: GuessKind, count: number): Promise<TakeResult> =>
  takeSharedLimits(
    ctx,
    [
      ...limitsByVisitor({ name: `code_${kind}_visitor`, max: guessMaxima.visitor, windowSeconds }, ctx),
      limitByNetwork({ name: `code_${kind}_network`, max: guessMaxima.network, windowSeconds }, ctx),
    ],
    count,
  );

const takeGuess = async (ctx: RequestContext, kind: GuessKind, context: RefusalContext): Promise<TakenUses> => {
  const taken = await takeGuesses(ctx, kind, 1);
  if ("wait" in taken) {
    // Tells the operator that somebody is guessing codes, or that many people behind one address mistype.
    if (alarmLimit.take(ctx.seller.id) === undefined)
      ctx.log.warn({ event: "too_many_code_guesses", retry_after: taken.wait }, "too many wrong codes");
    throw new Refused({ code: "too_many_requests", context, extra: { retry_after: taken.wait } });
  }
  return taken;
};

/**
 * Limits guesses when one code is looked up. A wrong guess is not given back, but runs the same statements as a correct
 * one.
 */
export const limitLookup = async <Found>(ctx: RequestContext, lookUp: () => Promise<Found>): Promise<Found> => {
  const taken = await takeGuess(ctx, "lookup", "code");
  try {
    const found = await lookUp();
    await taken.release(1);
    return found;
  } catch (error) {
    await taken.release(error instanceof Refused && isWrongCode(error) ? 0 : 1);
    throw error;
  }
};

/**
 * Prevents guessing of codes and vouchers. A request takes its guesses before it is decided, so that parallel requests
 * cannot exceed the limit, and gets the correct ones back. Without guesses left, a request is refused and the codes of a
 * link are ignored.
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

  // A request fails at its first wrong code, so it takes one guess however many codes it sends.
  const typedGuess = typed > 0 ? await takeGuess(ctx, "typed", context) : undefined;
  const linkGuesses = fromLink > 0 ? await takeGuesses(ctx, "link", fromLink) : undefined;
  const skipsLinked = linkGuesses !== undefined && "wait" in linkGuesses;
  const release = async (ofTyped: number, ofLink: number): Promise<void> => {
    await typedGuess?.release(ofTyped);
    if (linkGuesses && "release" in linkGuesses) await linkGuesses.release(ofLink);
  };

  try {
    const reply = await hold(skipsLinked ? { ...extras, preloaded: [] } : extras);
    const inCart = new Set(
      reply.cart._data[0]?.cart_mods.flatMap(({ codes }) => codes.map(({ code }) => normalizeCode(code))),
    );
    await release(1, extras.preloaded.filter((text) => inCart.has(normalizeCode(text))).length);
    return reply;
  } catch (error) {
    const isWrong = error instanceof Refused && isWrongCode(error);
    // A refusal reveals something about a link's codes only if it is a rule that none of them lifted.
    const tellsOfLink = error instanceof Refused && error.code === "rule_blocks_reserve";
    await release(isWrong ? 0 : 1, tellsOfLink ? 0 : fromLink);
    throw error;
  }
};
