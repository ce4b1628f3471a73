import type { Cart } from "@foyer/contract/shop/cart.ts";
import { afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../jobs/releaseExpiredHolds.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { roundsToday } from "../../../../../scripts/sampling.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));
afterEach(() => pauseAt("carts_locked", undefined));

const addRequest = (shop: TestShop, quantity: number) => ({ add: [ticketLine(shop.event, quantity)] });
const remove = (buyer: TestBuyer, cart_id: string): Promise<TestResponse> =>
  server.app
    .inject({
      method: "DELETE",
      url: `/api/my/cart/${cart_id}?_seller=${buyer.shop.slug}`,
      headers: { "x-application": "ecomm", cookie: buyer.cookie },
    })
    .then(({ statusCode, payload, headers }) => ({ status: statusCode, body: JSON.parse(payload), headers }));
const extend = (buyer: TestBuyer, cart: Cart): Promise<TestResponse> =>
  server.app
    .inject({
      method: "PATCH",
      url: `/api/my/cart/${cart.id}?_seller=${buyer.shop.slug}`,
      headers: { "x-application": "ecomm", cookie: buyer.cookie, "content-type": "application/json" },
      payload: JSON.stringify({ expires_at: cart.expires_at }),
    })
    .then(({ statusCode, payload, headers }) => ({ status: statusCode, body: JSON.parse(payload), headers }));
const ordersOf = async (shop: TestShop) =>
  server.db.selectFrom("ticket_order").select(["cart_id", "total"]).where("seller_id", "=", shop.seller_id).execute();
const chargesOf = async (shop: TestShop) =>
  (
    await server.db
      .selectFrom("test_gateway_intent")
      .select(["status", "amount"])
      .where("seller_id", "=", shop.seller_id)
      .execute()
  )
    .map(({ status, amount }) => `${status} ${amount}`)
    .toSorted();
const used = async (shop: TestShop) =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;
describe("one cart in two tabs, changed", () => {
  test("one cart in two tabs, changed by a deletion while tickets are added: one waits for the other, and nothing stays held", async () => {
    const shop = await createTestShop(server.db);
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(2);
    const deleting = startAtPause(server.db, "carts_locked", () => remove(buyer, cart.id));
    expect((await buyer.post(`/my/cart/${cart.id}/modify`, addRequest(shop, 1))).status).toBe(200);
    expect((await deleting())?.status).toBe(200);
    expect(await used(shop)).toBe(0);
  });

  test("one cart in two tabs, changed by deletion, payment, removal, extension and sweep at once: in each round money and tickets agree", async () => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
    for (let round = 0; round < roundsToday(20); round++) {
      const buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(2);
      await buyer.savePurchaser(cart);
      const tickets = cart.lines[0]?.types[0]?.ticket_ids ?? [];
      await Promise.all(
        [
          () => buyer.pay(cart, cards.good).then(() => buyer.checkOut(cart, {})),
          () => remove(buyer, cart.id),
          () => buyer.post(`/cart/${cart.id}/remove`, { tickets: tickets.slice(0, 1) }),
          () => buyer.post(`/my/cart/${cart.id}/modify`, addRequest(shop, 1)),
          () => extend(buyer, cart),
          () => releaseExpiredHolds(server.db),
        ]
          .toSorted(() => Math.random() - 0.5)
          .map((step) => step()),
      );
    }
    const booked = await server.db
      .selectFrom("ticket")
      .select((eb) => eb.fn.countAll<number>().as("many"))
      .where("seller_id", "=", shop.seller_id)
      .where("state", "in", ["booked", "held", "in_cart"])
      .executeTakeFirstOrThrow();
    expect(await used(shop)).toBe(booked.many);
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

describe("one cart in two tabs, paid for", () => {
  test("one cart in two tabs, paid for in one tab while the other removes tickets: in each round the order holds what was paid for, or there is none", async () => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
    await recordPrices(server, shop);
    let removed = 0;
    for (let round = 0; round < roundsToday(20); round++) {
      const buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(2);
      await buyer.savePurchaser(cart);
      const [one] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
      const pays = () => buyer.pay(cart, cards.good);
      const removes = () => buyer.post(`/cart/${cart.id}/remove`, { tickets: [one] });
      // Varies which of the two requests arrives first.
      const [paid, less] = await (round % 2 === 0
        ? Promise.all([pays(), removes()])
        : Promise.all([removes(), pays()]).then(([less, paid]) => [paid, less] as const));
      const outcomes = [paid, less].map(({ status, body }) => (status === 200 ? "200" : body._data[0]._code));
      // Either the payment locks the cart first, or its amount no longer matches the cart.
      expect([
        ["200", "payment_in_progress"],
        ["payment_incorrect_amount", "200"],
      ]).toContainEqual(outcomes);
      if (outcomes[1] === "200") removed += 1;
      else expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    }
    expect(await ordersOf(shop)).toEqual(
      Array.from({ length: roundsToday(20) - removed }, () => expect.objectContaining({ total: 4000 })),
    );
    expect(await chargesOf(shop)).toEqual(Array.from({ length: roundsToday(20) - removed }, () => "succeeded 4000"));
  });

  test("one cart in two tabs, paid for in both tabs with different cards: in each round one charge and one order, which both replies show", async () => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
    await recordPrices(server, shop);
    for (let round = 1; round <= roundsToday(10); round++) {
      const buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(1);
      const tab = async () => {
        await buyer.pay(cart, cards.good);
        return buyer.checkOut(cart);
      };
      const replies = await Promise.all([tab(), tab()]);
      const [one, two] = replies.map(({ body }) => body.ticket_order?._data[0]?.id);
      expect([one, replies[1]?.status]).toEqual([two, 200]);
      expect(one).toBeTypeOf("string");
      expect([(await ordersOf(shop)).length, (await chargesOf(shop)).length]).toEqual([round, round]);
    }
  });

  test("extended in both tabs at once, gets two minutes each time within the limit", async () => {
    const shop = await createTestShop(server.db);
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const left = [];
    for (let round = 0; round < 5; round++)
      left.push(
        ...(await Promise.all([extend(buyer, cart), extend(buyer, cart)])).map(({ body }) => body.extensions_left),
      );
    expect(left.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const more = await Promise.all([extend(buyer, cart), extend(buyer, cart)]);
    expect(more.map(({ body }) => body._data[0]._code)).toEqual(["extension_limit_reached", "extension_limit_reached"]);
    const { expires_at } = await server.db
      .selectFrom("cart")
      .select("expires_at")
      .where("id", "=", cart.id)
      .executeTakeFirstOrThrow();
    const begun = Temporal.Instant.from(cart.expires_at ?? "");
    expect(Temporal.Instant.from(expires_at).since(begun).total("seconds")).toBeCloseTo(10 * 120, 0);
  });
});

describe("two carts of one visitor", () => {
  test("hold and pay separately, and do not make each other's page look sold out", async () => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 4 }] } });
    const buyer = new TestBuyer(server, shop);
    const [one, two] = [await buyer.hold(2), await buyer.hold(2)];
    expect(two.id).not.toBe(one.id);
    expect(two.identity_id).toBe(one.identity_id);
    const session = async (who: TestBuyer) =>
      (await who.get(`/events/${shop.event.id}/sessions/${shop.session.id}`)).body.event_session._data[0].sold_out;
    expect([await session(buyer), await session(new TestBuyer(server, shop))]).toEqual([false, true]);

    await buyer.pay(one, cards.good);
    expect((await buyer.checkOut(one)).body.outcome).toBe("completed");
    expect((await buyer.get(`/my/cart/${two.id}`)).body.cart._data[0]).toMatchObject({
      state: "pending",
      outstanding_balance: "40.00",
      payment_in_progress: false,
    });
    // A ticket of one cart cannot be removed through the other.
    const tickets = two.lines[0]?.types[0]?.ticket_ids ?? [];
    expect((await buyer.post(`/my/cart/${one.id}/modify`, { remove: tickets })).status).toBe(409);
    expect((await remove(buyer, two.id)).status).toBe(200);
    expect(await used(shop)).toBe(2);
  });
});
