import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { cancelTickets, everyChange, orderOf, shopRows, shopStates } from "../../../../test/orders/changedOrders.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let app: StripeTestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  app = await openStripeTestApp({ databaseConfig: login.app });
});
afterAll(() => app.close());

const selfEdit = JSON.stringify({ self_edit: everyChange });

/** An order that was paid by card at Stripe and that its buyer may change. */
const buy = async (quantity: number) => {
  const shop = await app.createShop();
  await app.server.runAsOwner(
    `set app.seller = '*'; update seller set configuration = configuration || '${selfEdit}' where id = '${shop.seller_id}'`,
  );
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(quantity);
  await buyer.payCard(cart, "visa");
  return { shop, buyer, cart, order: orderOf(await buyer.checkOut(cart)) };
};

test.each([
  ["after the refund is recorded", "after_refund_row", 0],
  ["before the provider's refund is recorded", "after_refund_sent", 1],
])(
  "a cancellation recovers from a crash %s, and its money goes back once",
  crashRepeatOptions,
  async (_, fault, sent) => {
    const { shop, buyer, cart, order } = await buy(2);
    const ref = [...app.double.state.intents.values()].find(({ metadata }) => metadata.cart_id === cart.id)?.id ?? "";
    const doomed = await startCrashingServer(login.owner, fault, {
      SECRETS_KEY: app.secretsKey,
      STRIPE_URL: app.double.baseUrl,
    });
    const there = new StripeTestBuyer(overHttp(app.server, doomed.origin), shop, buyer.cookie);
    await expect(cancelTickets(there, order, order.tickets.slice(0, 1))).rejects.toThrow();
    await doomed.exited;
    doomed.kill();
    expect(app.double.state.refundsOf(ref)).toHaveLength(sent);
    expect(await shopStates(app.server, "ticket", shop)).toEqual(["booked", "cancelled"]);
    expect(await checkInvariants(app.server.db)).toEqual([]);

    // The jobs that run after a restart, twice.
    await app.settle();
    await app.settle();
    expect(app.double.state.refundsOf(ref)).toMatchObject([{ amount: 2000 }]);
    expect(await shopRows(app.server, "refund", shop)).toMatchObject([{ reason: "change", state: "succeeded" }]);
    expect(await shopRows(app.server, "payment", shop)).toMatchObject([
      { state: "captured", refunded: 2000, refunding: 0 },
    ]);
    expect(await shopStates(app.server, "ticket", shop)).toEqual(["booked", "cancelled"]);
    expect(app.double.violations).toEqual([]);
    expect(await checkInvariants(app.server.db)).toEqual([]);
  },
);

test("a cancellation stays recorded when the provider does not answer, and its money is refunded once", async () => {
  const { shop, buyer, order } = await buy(1);
  app.double.failNext("refund", "loses");
  expect((await cancelTickets(buyer, order, order.tickets)).status).toBe(200);
  expect(await shopRows(app.server, "refund", shop)).toMatchObject([{ state: "created" }]);
  app.logged.splice(0);
  await app.settle();
  expect(await shopRows(app.server, "refund", shop)).toMatchObject([{ state: "succeeded" }]);
});
