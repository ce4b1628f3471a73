import type { Ask } from "../../http/ask.ts";
import { moveMoney } from "../../outside/payments/ledgerBook.ts";
import { lockCardsOfOrder, putOutOfUse } from "./ledger.sql.ts";

/**
 * An order was given back whole: the cards that it bought pay for nothing any more (docs/decisions/015). One that is
 * still whole is emptied. One that was spent from keeps what is left, out of use, until a person has looked at it; these
 * are told. Said again, it changes nothing.
 */
export const takeBackGiftCards = async (
  shop: Pick<Ask, "db" | "seller">,
  order_id: string,
): Promise<{ readonly spent: readonly string[] }> => {
  const cards = await lockCardsOfOrder(shop, order_id);
  const spent: string[] = [];
  for (const { id, balance, issued, state } of cards) {
    if (state === "inactive") continue;
    await putOutOfUse(shop, id);
    if (balance === issued)
      await moveMoney(shop.db, shop.seller.id, { account_id: id, kind: "adjust", amount: -balance });
    else spent.push(id);
  }
  return { spent };
};
