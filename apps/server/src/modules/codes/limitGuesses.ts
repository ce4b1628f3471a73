import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { guardStands } from "../../db/faultPoints.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { networkOf } from "../../http/limits/clientNetworkOf.ts";
import { RateLimit, takeFromLimits, type TakeResult } from "../../http/limits/rateLimit.ts";
import { Refused } from "../../errors/refused.ts";

/** Mistypings of a patient person; and of all the people behind one router. */
const seconds = 600;
const visitorLimit = new RateLimit({ max: 20, windowSeconds: seconds });
const networkLimit = new RateLimit({ max: 60, windowSeconds: seconds });
/** An alarm that rings all the time is none. */
const alarmLimit = new RateLimit({ max: 1, windowSeconds: seconds });

/** What somebody may go on guessing with. A code that is right, even one that is used up, is no guess. */
const isWrongCode = (refusal: Refused): boolean =>
  [refusal, refusal.also].some((each) => each?.code === "code_not_found" || each?.code === "invalid_citypass");

const takeGuesses = ({ seller, visitor, clientAddress }: RequestContext, kind: string, count: number): TakeResult =>
  takeFromLimits(
    // Without it a code is found by whoever is patient: a test takes it away once.
    !guardStands("code_guesses")
      ? []
      : [
          ...(visitor ? [{ limit: visitorLimit, key: `${seller.id} ${kind} ${visitor.identity_id}` }] : []),
          { limit: networkLimit, key: `${seller.id} ${kind} ${networkOf(clientAddress)}` },
        ],
    count,
  );

const takeGuess = (ctx: RequestContext, context: RefusalContext): { release(count: number): void } => {
  const taken = takeGuesses(ctx, "said", 1);
  if ("wait" in taken) {
    // Whoever runs the shop may want to know: somebody tries codes, or a queue of people behind one address mistypes.
    if (alarmLimit.take(ctx.seller.id) === undefined)
      ctx.log.warn({ event: "too_many_code_guesses", retry_after: taken.wait }, "too many codes were tried");
    throw new Refused({ code: "too_many_requests", context, extra: { retry_after: taken.wait } });
  }
  return taken;
};

/** The same for one code that is only asked after. */
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
 * Codes and vouchers are not to be found by trying (T34): a request takes its guesses before it is judged, so that many
 * at once are no way round, and gets back what was none. Whoever has no more is refused; codes of a link are passed over
 * then, as those that are good for nothing are.
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

  // It is refused for the first that is wrong: one guess, however many come along.
  const typedGuess = typed > 0 ? takeGuess(ctx, context) : undefined;
  const linkGuesses = fromLink > 0 ? takeGuesses(ctx, "linked", fromLink) : undefined;
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
    // Only a rule that no code of the link lifted says something about them.
    if (!(error instanceof Refused && error.code === "rule_blocks_reserve")) returnLinked(fromLink);
    throw error;
  }
};
