import type { Cart } from "@foyer/contract/cart.ts";
import { toWire } from "@foyer/rules/money.ts";
import { makeShop, type EventWishes, type SellerWishes, type Shop } from "./db/testShop.ts";
import type { Said, TestApp } from "./testApp.ts";
import { Buyer, cards, logPrices } from "./testBuyer.ts";
import { balanceOf, movementsOf, withCards, type TestCard } from "./testGiftCard.ts";

/** A seller whose gift cards pay. */
export const makeGiftShop = async (
  server: TestApp,
  { seller = {}, event = {} }: { seller?: SellerWishes; event?: EventWishes } = {},
): Promise<Shop> => {
  const shop = await makeShop(server.db, { seller: { ...withCards, ...seller }, event });
  await logPrices(server, shop);
  return shop;
};

/** What is left on a gift card, and what happened to it since it was issued: 'debit -1000'. */
export const giftCardBook = async (
  server: Pick<TestApp, "db">,
  card: TestCard,
): Promise<{ balance: number; entries: string[] }> => ({
  balance: await balanceOf(server, card),
  entries: (await movementsOf(server, card)).slice(1),
});

export const byGiftCard = ({ number }: Pick<TestCard, "number">, amount: number) => ({
  gateway_id: "ledger",
  amount: toWire(amount, "USD"),
  gateway_data: { number, ledger_id: "cards" },
});
export const byCard = (amount: number, number: string = cards.good) => ({
  gateway_id: "test",
  amount: toWire(amount, "USD"),
  gateway_data: { card: { number, expiry: "12/40", cvc: "123" } },
});
/** Back from the bank, for this payment. */
export const byReturn = (payment_id: string, amount = 1) => ({
  gateway_id: "test",
  amount: toWire(amount, "USD"),
  gateway_data: { payment_id },
});

/** A buyer who pays with several things at once. */
export class PartsBuyer extends Buyer {
  offer(cart: Pick<Cart, "id">, ...list: object[]): Promise<Said> {
    return this.post(`/my/cart/${cart.id}/pay`, list);
  }
  async cartOf({ id }: Pick<Cart, "id">): Promise<Cart> {
    return (await this.get(`/my/cart/${id}`)).body.cart._data[0];
  }
}

/** The refusal's code with its context, or how it went: '200'. */
export const saidOf = ({ status, body }: Said): string =>
  status === 200 ? "200" : `${body._data?.[0]?._context}: ${body._data?.[0]?._code}`;
