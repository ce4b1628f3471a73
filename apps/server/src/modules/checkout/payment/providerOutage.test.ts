import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import type { Failure } from "../../../../test/payments/stripeDouble.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let app: StripeTestApp;
let shop: TestShop;
let now = 0;
beforeAll(async () => {
  app = await openStripeTestApp(undefined, {
    breaker: { failureThreshold: 3, openSeconds: 10, clock: () => now },
    deadline: 1000,
  });
});
afterAll(async () => {
  await expectInvariants(app.server.db);
  await app.close();
});
beforeEach(async () => {
  shop = await app.createShop();
  app.double.clearFailures();
});
const held = async () => {
  const buyer = new StripeTestBuyer(app.server, shop);
  return { buyer, cart: await buyer.hold(1) };
};

test.each<Failure>(["hangs", "busy", "fails", "loses"])(
  "a provider that %s: later buyers are refused at once, keep their tickets and buy when it is back",
  async (mishap) => {
    const buyers = await Promise.all([held(), held(), held(), held(), held()]);
    // Enough failures to also cover the retries within one call.
    app.double.failNext("create", mishap, 1000);
    for (const { buyer, cart } of buyers.slice(0, 3))
      expect((await buyer.payCard(cart, "visa")).status).toBe(mishap === "fails" ? 402 : 503);
    const calls = app.double.calls.length;
    for (const { buyer, cart } of buyers.slice(3)) {
      const answer = await buyer.payCard(cart, "visa");
      expect(answer).toMatchObject({ status: 503, body: { _data: [{ _code: "unavailable", _context: "payment" }] } });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      const after = (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0];
      expect(after).toMatchObject({ payment_in_progress: true, outstanding_balance: "20.00" });
    }
    // The call did not wait for the provider.
    expect(app.double.calls.length).toBe(calls);

    // Another seller's provider is unaffected.
    const first = shop;
    app.double.clearFailures();
    shop = await app.createShop({ secret_key: "sk_test_ofAnother" });
    const { buyer: elsewhere, cart: theirs } = await held();
    expect((await elsewhere.payCard(theirs, "visa")).status).toBe(200);
    await elsewhere.checkOut(theirs);
    shop = first;

    now += 10_001;
    for (const { buyer, cart } of buyers) {
      expect((await buyer.payCard(cart, "visa")).status).toBe(200);
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    }
    const taken = [...app.double.state.intents.values()].filter(
      ({ metadata, amountReceived }) => metadata.seller_id === shop.seller_id && amountReceived > 0,
    );
    expect(taken).toHaveLength(5);
    expect(app.double.violations).toEqual([]);
  },
);
