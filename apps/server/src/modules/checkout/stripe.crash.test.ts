import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { cloneDatabase } from "../../db/testDatabase.ts";
import { releaseExpired } from "../../jobs/releaseExpired.ts";
import { over, startDoomed } from "../../testDoomed.ts";
import { killedOften } from "../../testKills.ts";
import { openStripeApp, StripeBuyer, type StripeApp } from "../../testStripe.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let app: StripeApp;
beforeAll(async () => {
  login = await cloneDatabase();
  app = await openStripeApp({ login: login.app });
});
afterAll(() => app.close());

test.each([
  ["C3: the payment's row is written, Stripe knows nothing", "after_payment_row"],
  ["C4: Stripe has answered, we have not heard", "after_provider_call"],
  ["C5: the money is promised, not taken", "after_authorized"],
  ["C6: the money is taken, there is no order", "after_captured"],
  ["C7: in the middle of making the order", "inside_order_transaction"],
  ["C8: the order is made, nobody was told", "after_order_commit"],
])("killed at %s", killedOften, async (_, fault) => {
  const shop = await app.makeShop();
  const doomed = await startDoomed(login.owner, fault, {
    SECRETS_KEY: app.secretsKey,
    STRIPE_URL: app.double.base,
  });
  const buyer = new StripeBuyer(over(app.server, doomed.origin), shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await expect(buyer.payCard(cart, "visa").then(() => buyer.checkOut(cart, {}))).rejects.toThrow();
  await doomed.gone;
  doomed.kill();

  // What runs after a restart.
  await app.settle();
  await releaseExpired(app.server.db);

  // The buyer comes back with the same cookie, and finds the order or buys again.
  const again = new StripeBuyer(app.server, shop, buyer.cookie);
  const after = (await again.get(`/my/cart/${cart.id}`)).body.cart._data[0];
  if (!after.ticket_order_id) {
    await again.payCard(after, "visa");
    expect((await again.checkOut(after, {})).body.outcome).toBe("completed");
  }

  const rowsOf = (table: "payment" | "ticket_order" | "outbox" | "payment_audit") =>
    app.server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute();
  expect(await rowsOf("ticket_order")).toMatchObject([{ total: 4000 }]);
  expect(await rowsOf("outbox")).toHaveLength(1);
  expect(await rowsOf("payment_audit")).toMatchObject([{ audit_action: "capture", amount: 4000 }]);
  const taken = [...app.double.books.intents.values()].filter(
    ({ metadata, received }) => metadata.seller_id === shop.seller_id && received > 0,
  );
  expect(taken).toMatchObject([{ status: "succeeded", received: 4000 }]);
  const promised = [...app.double.books.intents.values()].filter(({ status }) => status === "requires_capture");
  expect(promised).toEqual([]);
  expect(app.double.faults).toEqual([]);
  expect(app.logged).toEqual([]);
  expect(await checkInvariants(app.server.db)).toEqual([]);
});
