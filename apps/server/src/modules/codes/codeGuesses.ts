import type { CartReply } from "@foyer/contract/cart.ts";
import type { RefusalContext } from "@foyer/contract/refusal.ts";
import { foldCode } from "@foyer/rules/codes.ts";
import type { Besides } from "@foyer/rules/holding.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Limit, placeOf, takeFromAll, type Taken } from "../../http/limits.ts";
import { Refused } from "../../http/refused.ts";

/** Mistypings of a patient person; and of all the people behind one router. */
const seconds = 600;
const ofVisitor = new Limit({ most: 20, seconds });
const ofPlace = new Limit({ most: 60, seconds });
/** An alarm that rings all the time is none. */
const told = new Limit({ most: 1, seconds });

/** What somebody may go on guessing with. A code that is right, even one that is used up, is no guess. */
const isGuess = (no: Refused): boolean =>
  [no, no.also].some((one) => one?.code === "code_not_found" || one?.code === "invalid_citypass");

const takeAll = ({ seller, visitor, from }: Ask, kind: string, count: number): Taken =>
  takeFromAll(
    // Without it a code is found by whoever is patient: a test takes it away once.
    !guardStands("code_guesses")
      ? []
      : [
          ...(visitor ? [{ limit: ofVisitor, key: `${seller.id} ${kind} ${visitor.identity_id}` }] : []),
          { limit: ofPlace, key: `${seller.id} ${kind} ${placeOf(from)}` },
        ],
    count,
  );

const takeOne = (ask: Ask, context: RefusalContext): { giveBack(count: number): void } => {
  const taken = takeAll(ask, "said", 1);
  if ("wait" in taken) {
    // Whoever runs the shop may want to know: somebody tries codes, or a queue of people behind one address mistypes.
    if (told.take(ask.seller.id) === undefined)
      ask.log.warn({ event: "codes_guessed_at", retry_after: taken.wait }, "too many codes were tried");
    throw new Refused({ code: "too_many_requests", context, extra: { retry_after: taken.wait } });
  }
  return taken;
};

/** The same for one code that is only asked after. */
export const asGuess = async <Found>(ask: Ask, look: () => Promise<Found>): Promise<Found> => {
  const taken = takeOne(ask, "code");
  try {
    const found = await look();
    taken.giveBack(1);
    return found;
  } catch (error) {
    if (!(error instanceof Refused && isGuess(error))) taken.giveBack(1);
    throw error;
  }
};

/**
 * Codes and vouchers are not to be found by trying (T34): a request takes its guesses before it is judged, so that many
 * at once are no way round, and gets back what was none. Whoever has no more is refused; codes of a link are passed over
 * then, as those that are good for nothing are.
 */
export const withGuesses = async (
  ask: Ask,
  besides: Besides,
  context: RefusalContext,
  hold: (besides: Besides) => Promise<CartReply>,
): Promise<CartReply> => {
  const typed = besides.codes.length + (besides.vouchers?.codes.length ?? 0);
  const fromLink = besides.preloaded.length;
  if (typed + fromLink === 0) return hold(besides);

  // It is refused for the first that is wrong: one guess, however many come along.
  const said = typed > 0 ? takeOne(ask, context) : undefined;
  const linked = fromLink > 0 ? takeAll(ask, "linked", fromLink) : undefined;
  const passedOver = linked !== undefined && "wait" in linked;
  const giveBackLinked = (count: number) => linked && "giveBack" in linked && linked.giveBack(count);

  try {
    const reply = await hold(passedOver ? { ...besides, preloaded: [] } : besides);
    said?.giveBack(1);
    const inCart = new Set(
      reply.cart._data[0]?.cart_mods.flatMap(({ codes }) => codes.map(({ code }) => foldCode(code))),
    );
    giveBackLinked(besides.preloaded.filter((text) => inCart.has(foldCode(text))).length);
    return reply;
  } catch (error) {
    const guessed = error instanceof Refused && isGuess(error);
    if (!guessed) said?.giveBack(1);
    // Only a rule that no code of the link lifted says something about them.
    if (!(error instanceof Refused && error.code === "rule_blocks_reserve")) giveBackLinked(fromLink);
    throw error;
  }
};
