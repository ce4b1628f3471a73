import { lockGiftCardsOfOrder, type GiftCardDb } from "./giftCards.sql.ts";
import { readSpentOfGiftCards } from "./spentGiftCards.sql.ts";

/** Locks the gift cards that an order bought, so that nobody spends from them, and returns what was spent, in minor units. */
export const lockSpentOfOrder = async (ctx: GiftCardDb, order_id: string): Promise<number> => {
  await lockGiftCardsOfOrder(ctx, order_id);
  return readSpentOfGiftCards(ctx.db, ctx.seller.id, order_id);
};
