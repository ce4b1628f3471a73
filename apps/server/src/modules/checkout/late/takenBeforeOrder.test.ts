import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";

let app: StripeTestApp;
let shop: TestShop;
let buyer: StripeTestBuyer;
setUpStripeTestApp((opened) => void (app = opened));
beforeEach(async () => {
  shop = await app.createShop({ currency: "EUR" });
  buyer = new StripeTestBuyer(app.server, shop);
});
afterEach(() => {
  pauseAt("after_order_check", undefined);
  expect(app.double.violations).toEqual([]);
});

const intents = () =>
  [...app.double.state.intents.values()].filter(({ metadata }) => metadata.seller_id === shop.seller_id);
const payments = () =>
  app.server.db
    .selectFrom("payment")
    .select(["state", "refunded"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("created_at")
    .execute();
const orders = () =>
  app.server.db.selectFrom("ticket_order").select("cart_id").where("seller_id", "=", shop.seller_id).execute();
const refundedOf = () => app.double.state.refundsOf(intents()[0]?.id ?? "").map(({ amount }) => amount);
const endHold = async (cart: Cart): Promise<void> => {
  await sql`update cart set expires_at = (expires_at at time zone 'utc' - interval '1 hour') at time zone 'utc', leased_until = (leased_until at time zone 'utc' - interval '1 hour') at time zone 'utc' where id = ${cart.id}`.execute(
    app.server.db,
  );
  await releaseExpiredHolds(app.server.db);
};

/** The payer is at their bank, which takes the money as soon as they confirm. */
const atBank = async ({ savesPurchaser = true } = {}) => {
  const cart = await buyer.hold(2);
  if (savesPurchaser) await buyer.savePurchaser(cart);
  const answer = await buyer.payWith(cart, { payment_method_id: "pm_ideal" });
  expect(answer.body._data[0]._code).toBe("intent_requires_action");
  const [intent] = intents();
  if (!intent) throw new Error("no intent");
  return {
    cart,
    agree: () => app.double.state.completeChallenge(intent.id, true),
    goOn: () => buyer.payWith(cart, { payment_id: answer.body._data[0]._extra.payment_id }),
  };
};

describe("money that the provider takes before there is an order", () => {
  test("money that the provider takes before there is an order becomes the order when the payer returns, and is not captured again", async () => {
    const { cart, agree, goOn } = await atBank();
    agree();
    expect((await goOn()).body.payment._data[0].state).toBe("captured");
    expect(await orders()).toEqual([]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await orders()).toEqual([{ cart_id: cart.id }]);
    expect(intents()).toMatchObject([{ status: "succeeded", amountReceived: 4000 }]);
    expect(app.double.callCount("capture")).toBe(0);
  });

  test("money that the provider takes before there is an order becomes the order without the payer's return, once their purchaser is known", async () => {
    const { cart, agree } = await atBank();
    agree();
    await app.settle();
    expect(await orders()).toEqual([{ cart_id: cart.id }]);
  });

  test("restores a cart whose hold has ended", async () => {
    const { cart, agree } = await atBank();
    agree();
    await endHold(cart);
    await app.settle();
    expect(await orders()).toEqual([{ cart_id: cart.id }]);
    expect(refundedOf()).toEqual([]);
  });

  test("money that the provider takes before there is an order is refunded once if its cart has ended and the purchaser is unknown", async () => {
    const { cart, agree } = await atBank({ savesPurchaser: false });
    agree();
    await endHold(cart);
    await app.settle();
    await app.settle();
    expect(await orders()).toEqual([]);
    expect(await payments()).toEqual([{ state: "refunded", refunded: 4000 }]);
    expect(refundedOf()).toEqual([4000]);
  });

  test("makes one order where the return, the checkout and the settling job meet, in each round", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
      shop = await app.createShop({ currency: "EUR" });
      buyer = new StripeTestBuyer(app.server, shop);
      const { cart, agree, goOn } = await atBank();
      agree();
      const returned = goOn();
      const settled = app.settle();
      await returned;
      const done = await Promise.all([buyer.checkOut(cart, {}), buyer.checkOut(cart, {}), settled]);
      expect(done.slice(0, 2)).toMatchObject([{ body: { outcome: "completed" } }, { body: { outcome: "completed" } }]);
      expect(await orders()).toHaveLength(1);
      expect(await payments()).toEqual([{ state: "captured", refunded: 0 }]);
      expect(refundedOf()).toEqual([]);
    }
  });

  test("makes one order where the job has read the cart before the checkout completes it", async () => {
    const { cart, agree, goOn } = await atBank();
    agree();
    await goOn();
    const reached = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    let isFirst = true;
    pauseAt("after_order_check", async () => {
      if (!isFirst) return;
      isFirst = false;
      reached.resolve();
      await proceed.promise;
    });
    const settled = app.settle();
    await reached.promise;
    const checkedOut = buyer.checkOut(cart, {});
    proceed.resolve();
    await settled;
    expect((await checkedOut).body.outcome).toBe("completed");
    expect(await orders()).toHaveLength(1);
    expect(refundedOf()).toEqual([]);
  });
});
