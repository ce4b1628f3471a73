import { afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { beginWithGenericPlans } from "../../../db/connection/tenantConnection.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { recordFewest, recordStatements } from "../../../../test/database/statements/recordStatements.ts";
import { sentStatements } from "../../../../test/database/statements/sentStatements.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { paymentOutcome } from "../../../../test/payments/splitPayments.ts";

let server: TestApp;
let shop: TestShop;
const shopOf = async (app: TestApp): Promise<TestShop> => {
  const made = await createTestShop(app.db, { event: { sessions: [{ capacity: -1 }] } });
  await recordPrices(app, made);
  return made;
};
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await shopOf(server);
});
afterEach(() => {
  for (const point of ["after_live_payment_check", "after_order_check"] as const) pauseAt(point, undefined);
});

type Buying = { readonly buyer: TestBuyer; readonly cart: Cart };
const holding = (many: number, at = server, of = shop): Promise<Buying[]> =>
  Promise.all(
    Array.from({ length: many }, async (_, place) => {
      const buyer = new TestBuyer(at, of);
      return { buyer, cart: await buyer.hold(1 + (place % 3)) };
    }),
  );
/** Holds the first request at `point` until the others wait, so that they form the next batch. */
const queuedBehindFirst = async (
  point: Parameters<typeof pauseAt>[0],
  all: readonly (() => Promise<TestResponse>)[],
): Promise<TestResponse[]> => {
  const [first, ...others] = all;
  if (!first) return [];
  const [gate, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  pauseAt(point, () => {
    pauseAt(point, undefined);
    arrived.resolve();
    return gate.promise;
  });
  const one = first();
  await arrived.promise;
  const rest = others.map((work) => work());
  // After this delay each request has read its session and waits.
  await new Promise((go) => setTimeout(go, 150));
  gate.resolve();
  return Promise.all([one, ...rest]);
};
/** A batch of the test gateway writes to its own records once. */
const gatewayWrites = /^(?:insert into|update) test_gateway_intent\b/;
/** Counts the shop's batches only, not those of the test gateway, nor the transactions of single statements. */
const countBatches = (texts: readonly string[]): number =>
  texts.filter((text) => text.startsWith(beginWithGenericPlans)).length -
  texts.filter((text) => gatewayWrites.test(text)).length;

describe("a purchase", () => {
  test("uses a fixed number of statements and round trips", async () => {
    const batches: number[][] = [];
    const steps = await recordFewest(async () => {
      const buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(2);
      const recorded = [
        await recordStatements(() => buyer.savePurchaser(cart)),
        await recordStatements(() => buyer.pay(cart, cards.good)),
        await recordStatements(() => buyer.checkOut(cart)),
      ];
      batches.push(recorded.map(({ texts }) => countBatches(texts)));
      return recorded;
    });
    expect(steps).toEqual({ statements: [11, 27, 31], roundTrips: [3, 6, 7] });
    // Behind a pooler and on a cluster no plans are kept, so batches begin like any other transaction.
    if (!inject("pooler")) expect(batches).toEqual([1, 2, 3].map(() => [1, 2, 2]));
  });

  test.skipIf(inject("pooler"))("keeps the plan of each statement that looks up the elements of a list", async () => {
    const sent = await sentStatements(async () => {
      const buyer = new TestBuyer(server, shop);
      const cart = await buyer.hold(2);
      await buyer.savePurchaser(cart);
      await buyer.pay(cart, cards.good);
      expect((await buyer.checkOut(cart)).status).toBe(200);
    });
    const lookups = sent.filter(({ text }) => text.includes(") asked"));
    expect(lookups.length).toBeGreaterThan(5);
    expect(lookups.filter(({ isGeneric }) => !isGeneric).map(({ text }) => text)).toEqual([]);
  });

  test("shares transactions with simultaneous purchases", async () => {
    const all = await holding(12);
    await Promise.all(all.map(({ buyer, cart }) => buyer.savePurchaser(cart)));
    const paid = await recordStatements(() =>
      queuedBehindFirst(
        "after_live_payment_check",
        all.map(
          ({ buyer, cart }) =>
            () =>
              buyer.pay(cart, cards.good),
        ),
      ),
    );
    const bought = await recordStatements(() =>
      queuedBehindFirst(
        "after_order_check",
        all.map(
          ({ buyer, cart }) =>
            () =>
              buyer.checkOut(cart),
        ),
      ),
    );
    // One transaction for the first, one for the others, and one for each late request.
    expect(countBatches(paid.texts)).toBeLessThanOrEqual(8);
    expect(countBatches(bought.texts)).toBeLessThanOrEqual(8);
    for (const { buyer, cart } of all)
      expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].state).toBe("completed");
  });
});

describe("a batch of checkouts", () => {
  test("answers each buyer, and a refusal affects no other", async () => {
    const all = await holding(7);
    const [, wrong, declined, , stranger] = all;
    const nobody = new TestBuyer(server, shop);
    const answers = await queuedBehindFirst(
      "after_live_payment_check",
      all.map((one) => () => {
        if (one === wrong) return one.buyer.pay(one.cart, cards.good, "1.00");
        if (one === declined) return one.buyer.pay(one.cart, cards.declined);
        if (one === stranger) return nobody.pay(one.cart, cards.good);
        return one.buyer.pay(one.cart, cards.good);
      }),
    );
    expect(answers.map(paymentOutcome)).toEqual([
      "200",
      "payment: payment_incorrect_amount",
      "payment: card_declined",
      "200",
      "cart: not_found",
      "200",
      "200",
    ]);
    const paid = answers.flatMap(({ status, body }, place) =>
      status === 200 ? [{ body, cart: all[place]?.cart }] : [],
    );
    for (const { body, cart } of paid) {
      expect(body.cart._data[0].id).toBe(cart?.id);
      expect(body.payment._data).toMatchObject([{ state: "authorized", amount: cart?.outstanding_balance }]);
    }
    for (const { buyer, cart } of [wrong, declined, stranger] as Buying[]) {
      expect((await buyer.pay(cart, cards.good)).status).toBe(200);
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    }
  });

  test("records the payment of an order that cannot be made, and makes the order later", async () => {
    const app = await openTestApp();
    const own = await shopOf(app);
    const all = await holding(6, app, own);
    for (const { buyer, cart } of all) expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    const [, , broken] = all as [Buying, Buying, Buying];
    await app.runAsOwner(`alter table ticket_order add constraint not_this_one check (cart_id <> '${broken.cart.id}')`);
    const answers = await queuedBehindFirst(
      "after_order_check",
      all.map(
        ({ buyer, cart }) =>
          () =>
            buyer.checkOut(cart).catch((error: unknown) => ({ status: 500, body: String(error), headers: {} })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 200, 200, 200]);
    const orders = answers.flatMap(({ body }) => body.ticket_order?._data[0]?.cart_id ?? []);
    expect(orders).toEqual(all.filter((one) => one !== broken).map(({ cart }) => cart.id));
    const payments = await app.db
      .selectFrom("payment")
      .select(["state", "ticket_order_id"])
      .where("cart_id", "=", broken.cart.id)
      .execute();
    expect(payments).toEqual([{ state: "captured", ticket_order_id: null }]);

    await app.runAsOwner("alter table ticket_order drop constraint not_this_one");
    expect((await broken.buyer.checkOut(broken.cart)).body.outcome).toBe("completed");
    const queued = await app.db.selectFrom("outbox").select("id").where("seller_id", "=", own.seller_id).execute();
    expect(queued).toHaveLength(6);
    expect(await checkInvariants(app.db)).toEqual([]);
    await app.close();
  });

  test("never contains two requests for one cart", async () => {
    const [first, twice] = (await holding(2)) as [Buying, Buying];
    const clicks = [first, twice, twice, twice];
    const answers = await queuedBehindFirst(
      "after_live_payment_check",
      clicks.map(
        ({ buyer, cart }) =>
          () =>
            buyer.pay(cart, cards.good),
      ),
    );
    const ids = answers.map(({ body }) => body.payment._data[0].id);
    expect(new Set(ids).size).toBe(2);
    const orders = await queuedBehindFirst(
      "after_order_check",
      clicks.map(
        ({ buyer, cart }) =>
          () =>
            buyer.checkOut(cart, { identity: ada }),
      ),
    );
    expect(new Set(orders.map(({ body }) => body.ticket_order._data[0].id)).size).toBe(2);
  });
});

describe("a ticket that is no longer held", () => {
  /** The lock normally prevents this; the test shows that booking checks it again. */
  const releaseMeanwhile = async ({ buyer, cart }: Buying): Promise<{ answer: string; states: string[] }> => {
    await buyer.pay(cart, cards.good);
    const tickets = server.db.updateTable("ticket").set({ state: "unbooked" }).where("cart_id", "=", cart.id);
    pauseAt("after_order_check", async () => {
      pauseAt("after_order_check", undefined);
      await tickets.execute();
    });
    const answer = await buyer.checkOut(cart).then(paymentOutcome, (error: unknown) => String(error));
    const states = await server.db.selectFrom("ticket").select("state").where("cart_id", "=", cart.id).execute();
    return { answer, states: states.map(({ state }) => state) };
  };
  const again = (cart: Cart) =>
    server.db.updateTable("ticket").set({ state: "held" }).where("cart_id", "=", cart.id).execute();

  test("a ticket that is no longer held is not booked", async () => {
    const [{ buyer, cart }] = (await holding(1)) as [Buying];
    expect((await releaseMeanwhile({ buyer, cart })).states).toEqual(["unbooked"]);
    await again(cart);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });
});
