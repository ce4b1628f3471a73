import type { TestApp } from "../app/testApp.ts";
import { createGiftCardEvent, holdGiftCards } from "../payments/giftCards.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { cards, recordPrices } from "../shop/testBuyer.ts";
import { orderOf } from "./changedOrders.ts";

/** The first gift card that a shop sells, of 50.00, with its order. */
export const sellGiftCard = async (server: TestApp, shop: TestShop) => {
  const event = await createGiftCardEvent(server, shop);
  await recordPrices(server, shop);
  const { buyer, cart } = await holdGiftCards(server, shop, event);
  await buyer.pay(cart, cards.good);
  const order = orderOf(await buyer.checkOut(cart));
  const { id, number } = await server.db
    .selectFrom("ledger_account")
    .select(["id", "number"])
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  return { order, id, number };
};
