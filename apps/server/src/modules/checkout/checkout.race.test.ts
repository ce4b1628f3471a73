import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { roundsToday } from "../../../../../scripts/sampling.ts";

let server: TestApp;
/** A second server on the same database, because one server serialises the requests for a cart. */
let others: TestApp[] = [];
let shop: TestShop;
let buyer: TestBuyer;

beforeEach(async () => {
  server = await openTestApp();
  others = [await openTestApp({}, server)];
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
});
afterEach(async () => {
  pauseAt("after_live_payment_check", undefined);
  pauseAt("after_order_check", undefined);
  for (const other of others) await other.close();
  await server.close();
});
/** The same visitor at either server. */
const buyerAt = (place: number): TestBuyer => {
  const other = others[(place % (others.length + 1)) - 1];
  return other ? new TestBuyer(other, shop, buyer.cookie) : buyer;
};

/** Holds requests at `point` until `many` have arrived, or until a lock blocks the others. */
const meetAt = (point: Parameters<typeof pauseAt>[0], many: number, patience = 20): void => {
  let here = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  pauseAt(point, async () => {
    here += 1;
    if (here >= many) open();
    await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, patience))]);
  });
};
const count = async (table: "payment" | "ticket_order" | "outbox" | "test_gateway_intent"): Promise<number> =>
  (
    await server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("many"))
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow()
  ).many;
const atOnce = <T>(many: number, work: (buyer: TestBuyer) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: many }, (_, place) => work(buyerAt(place))));

describe("a cart paid for by many clicks at once", () => {
  test("a cart paid for by many clicks at once has one payment and one charge, and every click succeeds", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
      const cart = await buyer.hold(1);
      meetAt("after_live_payment_check", 2);
      const answers = await atOnce(8, (buyer) => buyer.pay(cart, cards.good));
      const statuses = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.status : 500));
      expect(statuses).toEqual(Array(8).fill(200));
      await buyer.checkOut(cart);
    }
    expect(await count("payment")).toBe(roundsToday(10));
    expect(await count("test_gateway_intent")).toBe(roundsToday(10));
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

describe("a checkout sent many times at once", () => {
  test("makes one order and one e-mail, and every answer names the order", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
      const cart = await buyer.hold(1);
      await buyer.pay(cart, cards.good);
      meetAt("after_order_check", 2);
      const answers = await atOnce(8, (buyer) => buyer.checkOut(cart));
      const orders = answers.map((answer) =>
        answer.status === "fulfilled"
          ? (answer.value.body.ticket_order?._data[0]?.id as string)
          : String(answer.reason),
      );
      expect(new Set(orders).size).toBe(1);
      expect(orders[0]).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(await count("ticket_order")).toBe(roundsToday(10));
    expect(await count("outbox")).toBe(roundsToday(10));
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

test("a cart cannot be changed while its payment is in progress", async () => {
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.requiresAction);
  const more = await buyer.post(`/my/cart/${cart.id}/modify`, { remove: cart.lines[0]?.types[0]?.ticket_ids });
  expect(more).toMatchObject({ status: 409, body: { _data: [{ _code: "payment_in_progress" }] } });
});
