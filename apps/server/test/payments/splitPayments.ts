import type { Cart } from "@foyer/contract/shop/cart.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { createTestShop, type EventOverrides, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../shop/testBuyer.ts";
import { readCardBalance, readCardEntries, giftCardSeller, type TestGiftCard } from "./giftCards.ts";

/** A seller who accepts gift cards. */
export const createGiftCardShop = async (
  server: TestApp,
  { seller = {}, event = {} }: { seller?: SellerOverrides; event?: EventOverrides } = {},
): Promise<TestShop> => {
  const shop = await createTestShop(server.db, { seller: { ...giftCardSeller, ...seller }, event });
  await recordPrices(server, shop);
  return shop;
};

/** A gift card's balance, and its entries since it was issued, such as 'debit -1000'. */
export const readGiftCard = async (
  server: Pick<TestApp, "db">,
  card: TestGiftCard,
): Promise<{ balance: number; entries: string[] }> => ({
  balance: await readCardBalance(server, card),
  entries: (await readCardEntries(server, card)).slice(1),
});

export const giftCardTender = ({ number }: Pick<TestGiftCard, "number">, amount: number) => ({
  gateway_id: "ledger",
  amount: toDecimal(amount, "USD"),
  gateway_data: { number, ledger_id: "cards" },
});
export const cardTender = (amount: number, number: string = cards.good) => ({
  gateway_id: "test",
  amount: toDecimal(amount, "USD"),
  gateway_data: { card: { number, expiry: "12/40", cvc: "123" } },
});
/** Returns from the bank for this payment. */
export const returnTender = (payment_id: string, amount = 1) => ({
  gateway_id: "test",
  amount: toDecimal(amount, "USD"),
  gateway_data: { payment_id },
});

/** A buyer who pays with several tenders at once. */
export class SplitPaymentBuyer extends TestBuyer {
  payWith(cart: Pick<Cart, "id">, ...list: object[]): Promise<TestResponse> {
    return this.post(`/my/cart/${cart.id}/pay`, list);
  }
  async readCart({ id }: Pick<Cart, "id">): Promise<Cart> {
    return (await this.get(`/my/cart/${id}`)).body.cart._data[0];
  }
}

/** A refusal's code with its context, or the status. */
export const paymentOutcome = ({ status, body }: TestResponse): string =>
  status === 200 ? "200" : `${body._data?.[0]?._context}: ${body._data?.[0]?._code}`;
