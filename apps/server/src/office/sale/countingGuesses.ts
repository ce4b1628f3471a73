import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { countGiftCardPayment } from "../../modules/giftcards/countGiftCardGuess.ts";
import type { CounterTenders } from "./counterTenders.ts";

/** Each gift card counts as a guess of its number, as on the web, unless the number exists. */
export const countingGuesses = async <Result>(
  visitor: RequestContext,
  { tenders }: CounterTenders,
  work: () => Promise<Result>,
): Promise<Result> => {
  const guesses: Awaited<ReturnType<typeof countGiftCardPayment>>[] = [];
  for (const tender of tenders) if ("number" in tender) guesses.push(await countGiftCardPayment(visitor));
  const release = async () => {
    for (const guess of guesses) await guess.release();
  };
  try {
    const result = await work();
    await release();
    return result;
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "not_found") await release();
    throw error;
  }
};
