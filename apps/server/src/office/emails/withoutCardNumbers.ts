import type { StaffContext } from "../../http/staff/staffContext.ts";
import { cardNumbersIn } from "./cardNumbers.sql.ts";

/**
 * The text of an e-mail about a gift card, its ticket or its order as staff see it: whoever reads the whole number of a
 * card can pay with it.
 */
export const withoutCardNumbers = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  about: { readonly ref_id: string },
  text: string,
): Promise<string> => {
  const numbers = await cardNumbersIn(db, seller.id, about);
  return numbers.reduce((left, { number, ending }) => left.replaceAll(number, `····${ending}`), text);
};
