import { cardNumbersIn, type GiftCardDb } from "./giftCards.sql.ts";

/**
 * The text of an e-mail about a gift card, its ticket or its order as staff see it: whoever reads the whole number of a
 * card can pay with it.
 */
export const withoutCardNumbers = async (
  ctx: GiftCardDb,
  about: { readonly ref_id: string },
  text: string,
): Promise<string> => {
  const numbers = await cardNumbersIn(ctx, about);
  return numbers.reduce((left, { number, ending }) => left.replaceAll(number, `····${ending}`), text);
};
