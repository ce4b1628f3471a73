import { randomBytes } from "node:crypto";
import type { Cart } from "@foyer/contract/cart.ts";
import { toWire } from "@foyer/rules/money.ts";
import { makeShop, type EventWishes, type SellerWishes, type Shop } from "./db/testShop.ts";
import { issueAccounts } from "./outside/payments/ledgerBook.ts";
import type { Said, TestApp } from "./testApp.ts";
import { Buyer, cards, logPrices } from "./testBuyer.ts";

const ledger_id = "gift-cards";

/** A seller whose gift cards pay. */
export const makeGiftShop = async (
  server: Pick<TestApp, "db">,
  { seller = {}, event = {} }: { seller?: SellerWishes; event?: EventWishes } = {},
): Promise<Shop> => {
  const shop = await makeShop(server.db, {
    seller: { configuration: JSON.stringify({ ledger_id }), ...seller },
    event,
  });
  await logPrices(server as TestApp, shop);
  return shop;
};

/** A gift card with so many minor units on it; its number. */
export const makeGiftCard = async ({ db }: Pick<TestApp, "db">, shop: Shop, amount: number): Promise<string> => {
  const number = randomBytes(8).toString("hex").toUpperCase();
  await issueAccounts(db, shop.seller_id, [
    { ledger_id, number, currency: "USD", amount, source_ticket_id: null, valid_to: null },
  ]);
  return number;
};

/** What is left on it, and what happened to it: 'debit -1000'. */
export const giftCardBook = async (
  { db }: Pick<TestApp, "db">,
  shop: Shop,
  number: string,
): Promise<{ balance: number; entries: string[] }> => {
  const account = await db
    .selectFrom("ledger_account")
    .select(["id", "balance"])
    .where("seller_id", "=", shop.seller_id)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom("ledger_entry")
    .select(["kind", "amount"])
    .where("seller_id", "=", shop.seller_id)
    .where("account_id", "=", account.id)
    .where("kind", "<>", "issue")
    .orderBy("created_at")
    .execute();
  return { balance: account.balance, entries: entries.map(({ kind, amount }) => `${kind} ${amount}`) };
};

export const byGiftCard = (number: string, amount: number) => ({
  gateway_id: "ledger",
  amount: toWire(amount, "USD"),
  gateway_data: { number, ledger_id },
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
