import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { giftCardRowsOfOrders, type GiftCardDb } from "./giftCards.sql.ts";

/** The gift cards that orders bought, with their full numbers: for visitors who may see the order, and for its e-mail. */
export const giftCardsOfOrders = async (ctx: GiftCardDb, order_ids: readonly string[]): Promise<BoughtGiftCard[]> => {
  if (order_ids.length === 0) return [];
  const cards = await giftCardRowsOfOrders(ctx, order_ids);
  return cards.flatMap(({ ticket_order_id, ticket_id, number, face_value, balance, currency, state }) =>
    ticket_order_id === null
      ? []
      : {
          ticket_order_id,
          ticket_id,
          number,
          amount: toDecimal(face_value, currency),
          balance: toDecimal(balance, currency),
          state,
        },
  );
};

export const giftCardsOfOrder = (ctx: GiftCardDb, order_id: string): Promise<BoughtGiftCard[]> =>
  giftCardsOfOrders(ctx, [order_id]);
