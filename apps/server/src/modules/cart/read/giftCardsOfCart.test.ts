import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getLinkedCart, modifyCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { giftCardGateway } from "../../../providers/payments/giftcard/giftCardGateway.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { createGiftCard, giftCardSeller, type TestGiftCard } from "../../../../test/payments/giftCards.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let cart: Cart;
let card: TestGiftCard;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { seller: giftCardSeller });
});
afterAll(() => server.close());
beforeEach(async () => {
  buyer = new TestBuyer(server, shop);
  cart = await buyer.hold(1);
  card = await createGiftCard(server, shop, 5000);
});

const gateway = () => giftCardGateway({ databaseOf: (id) => server.connections.forSeller(id) });
let versions = 100;
/** Stores a payment from the gift card in the given state. */
const pay = async (amount: number, state: "authorized" | "captured" | "voided", from = card): Promise<void> => {
  const sellerId = shop.seller_id;
  const row = {
    seller_id: sellerId,
    id: newId(),
    cart_id: cart.id,
    gateway_id: "ledger" as const,
    amount,
    currency: "USD",
  };
  await server.db
    .insertInto("payment")
    .values({ ...row, cart_version: ++versions, gateway_data: "{}" })
    .execute();
  const data = { number: from.number, ledger_id: "cards" };
  const charge = { ...row, sellerId, cartId: cart.id, data, returnUrl: "" };
  const { status } = await gateway().authorize(charge);
  expect(status).toBe("authorized");
  if (state === "captured") await gateway().capture({ ...charge, ref: "" });
  if (state === "voided") await gateway().void({ ...charge, ref: "" });
  await server.db.updateTable("payment").set({ state }).where("id", "=", row.id).execute();
};
const shown = async () => (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].gift_cards as Cart["gift_cards"];
const line = (from: TestGiftCard, more: object) => ({
  number: `••••${from.number.slice(-4)}`,
  state: "active",
  ...more,
});

describe("the gift cards of a cart", () => {
  test("the gift cards of a cart are empty before a payment", async () => expect(await shown()).toEqual([]));

  test.each(["authorized", "captured"] as const)("show the balance when a payment is %s", async (state) => {
    await pay(1200, state);
    expect(await shown()).toEqual([line(card, { amount: "12.00", balance: "38.00" })]);
  });

  test("leave out a voided payment", async () => {
    await pay(1200, "voided");
    expect(await shown()).toEqual([]);
  });

  test("the gift cards of a cart are listed in the order of their first payment, each once", async () => {
    const other = await createGiftCard(server, shop, 1000);
    await pay(500, "captured");
    await pay(1000, "authorized", other);
    await pay(700, "authorized");
    expect(await shown()).toEqual([
      line(card, { amount: "12.00", balance: "38.00" }),
      line(other, { amount: "10.00", balance: "0" }),
    ]);
  });

  test("show amounts without what was refunded", async () => {
    await pay(1200, "captured");
    await server.db.updateTable("payment").set({ refunded: 200 }).where("cart_id", "=", cart.id).execute();
    expect(await shown()).toMatchObject([{ amount: "10.00" }]);
  });

  test("the gift cards of a cart are hidden from visitors with the link", async () => {
    await pay(1200, "captured");
    const stranger = new TestBrowser(server, shop);
    const { body } = await stranger.call(getLinkedCart, { cart_id: cart.id });
    expect(body.cart._data[0]?.gift_cards).toEqual([]);
    expect(JSON.stringify(body)).not.toContain("••••");
  });

  test("never show the whole number", async () => {
    await pay(1200, "captured");
    expect(JSON.stringify((await buyer.get(`/my/cart/${cart.id}`)).body)).not.toContain(card.number.slice(0, 9));
  });
});

test("a change shows the same gift cards as a later read of the cart", async () => {
  await pay(1200, "captured");
  const remove = cart.lines[0]?.types[0]?.ticket_ids.slice(0, 1) ?? [];
  const { body } = await new TestBrowser(server, shop, buyer.cookie).call(modifyCart, { cart_id: cart.id, remove });
  expect(body.cart._data[0]?.gift_cards).toEqual(await shown());
  expect(await shown()).toHaveLength(1);
});
