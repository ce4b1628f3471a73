import type { BoughtGiftCard } from "@foyer/contract/ledger.ts";
import { toWire } from "@foyer/rules/money.ts";
import { cardsOfOrders, type Db } from "./ledger.sql.ts";

/** The cards that orders bought, with their whole numbers: for whoever may see the order, and for their mail. */
export const giftCardsOfOrders = async (shop: Db, order_ids: readonly string[]): Promise<BoughtGiftCard[]> => {
  if (order_ids.length === 0) return [];
  const cards = await cardsOfOrders(shop, order_ids);
  return cards.flatMap(({ ticket_order_id, ticket_id, number, face_value, balance, currency, state }) =>
    ticket_order_id === null
      ? []
      : {
          ticket_order_id,
          ticket_id,
          number,
          amount: toWire(face_value, currency),
          balance: toWire(balance, currency),
          state,
        },
  );
};

export const giftCardsOf = (shop: Db, order_id: string): Promise<BoughtGiftCard[]> =>
  giftCardsOfOrders(shop, [order_id]);
