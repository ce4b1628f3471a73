import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createRenewalShop } from "../../../test/accounts/renewals.ts";
import { ownerOf } from "../../../test/database/cloneDatabase.ts";
import { joinAndIndex } from "../../../test/office/memberShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { copyOrder, readOriginal } from "../../../test/orders/copyOrder.ts";
import { createGiftCardEvent, holdGiftCards } from "../../../test/payments/giftCards.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

/** One more than the number of newest orders whose members or gift cards a search looks up. */
const newerOrders = 201;

let server: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  server = await openTestApp();
  owner = new pg.Client(ownerOf(server.databaseConfig));
  await owner.connect();
  await owner.query("set app.seller = '*'");
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const queries = {
  query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await owner.query<Row>(text, [...values])).rows,
};

/** Gives the name to every order of a seller, and to newer ones with neither a membership nor a gift card. */
const crowd = async (shop: TestShop, word: string): Promise<void> => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const order_id: string = (await buyer.checkOut(cart)).body.ticket_order._data[0].id;
  const original = await readOriginal(queries, { order_id, cart_id: cart.id });
  await copyOrder(queries, original, { from: 1, to: newerOrders });
  await owner.query(
    `insert into order_word (seller_id, kind, word, order_number)
     select seller_id, 'name', $2, order_number from ticket_order where seller_id = $1 on conflict do nothing`,
    [shop.seller_id, word],
  );
};

// Orders are copied by selecting whole rows, which nodes of a cluster do not return.
test.skipIf(inject("nodes"))("a member is found by name however many newer orders have it", async () => {
  const at = await createRenewalShop(server, {}, {}, { sessions: [{ capacity: -1 }] });
  const clerk = await signedIn(server, at.shop, ["box_office"]);
  const joined = await joinAndIndex(server, at);
  await crowd(at.shop, "zubiri");
  const { members } = (await clerk.get("/members?q=zubi")).body;
  expect(members).toMatchObject([{ id: joined.membership_id }]);
  // One person bought the newer orders, and another one the membership.
  await owner.query(`update identity set email = 'crowd@zubiri.example' where seller_id = $1 and kind = 'guest'`, [
    at.shop.seller_id,
  ]);
  const searched = (await clerk.get("/search/people?q=zubi")).body;
  expect(searched.members).toMatchObject([{ id: joined.membership_id }]);
  const emails = searched.people.map(({ email }: { email: string }) => email);
  expect(emails).toEqual(["crowd@zubiri.example", expect.stringContaining("@")]);
  expect(searched.people[1]).toMatchObject({ order_number: joined.order_number, orders: 1 });
});

test.skipIf(inject("nodes"))("a gift card is found by its buyer's name however many newer orders have it", async () => {
  const shop = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ ledger_id: "cards" }) },
    event: { sessions: [{ capacity: -1 }] },
  });
  const event = await createGiftCardEvent(server, shop);
  await recordPrices(server, shop);
  const finance = await signedIn(server, shop, ["finance"]);
  const { buyer, cart } = await holdGiftCards(server, shop, event);
  await buyer.pay(cart, cards.good);
  const [order] = (await buyer.checkOut(cart)).body.ticket_order._data;
  await crowd(shop, "zubiri");
  const found = (await finance.get("/gift_cards?q=zubi")).body.cards;
  expect(found).toMatchObject([{ origin: "sold", order_number: Number(order.order_number) }]);
});
