import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
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
  ["C14: a refund's row is written, Stripe knows nothing", "after_refund_row", 0],
  ["C15: Stripe has given back, we have not heard (F10)", "after_refund_sent", 1],
])("killed at %s", killedOften, async (_, fault, sent) => {
  const shop = await app.makeShop();
  const buyer = new StripeBuyer(app.server, shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.payCard(cart, "pm_usBankAccount");
  const [intent] = [...app.double.books.intents.values()].filter(({ metadata }) => metadata.cart_id === cart.id);
  const ref = intent?.id ?? "";

  // The debit clears when the cart's time is over and its places are gone; the buyer comes back to a server that dies.
  await sql`update cart set expires_at = app_now() - interval '1 hour', paying_until = null where id = ${cart.id}`.execute(
    app.server.db,
  );
  await releaseExpired(app.server.db);
  await sql`update event_session set retired = true where id = ${shop.session.id}`.execute(app.server.db);
  app.double.books.clear(ref, true);
  const doomed = await startDoomed(login.owner, fault, { SECRETS_KEY: app.secretsKey, STRIPE_URL: app.double.base });
  const there = new StripeBuyer(over(app.server, doomed.origin), shop, buyer.cookie);
  await expect(there.checkOut(cart, {})).rejects.toThrow();
  await doomed.gone;
  doomed.kill();
  expect(app.double.books.refundsOf(ref)).toHaveLength(sent);
  expect(await checkInvariants(app.server.db)).toEqual([]);

  // What runs after a restart, twice.
  const asked = app.double.counted("refund");
  await app.settle();
  await app.settle();
  expect(app.double.counted("refund") - asked).toBe(1 - sent);
  expect(app.double.books.refundsOf(ref)).toMatchObject([{ amount: 4000 }]);
  const rowsOf = (table: "payment" | "refund") =>
    app.server.db.selectFrom(table).select("state").where("seller_id", "=", shop.seller_id).execute();
  expect(await rowsOf("payment")).toEqual([{ state: "refunded" }]);
  expect(await rowsOf("refund")).toEqual([{ state: "succeeded" }]);
  const told = await app.server.db
    .selectFrom("outbox")
    .select("kind")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(told).toEqual([{ kind: "payment_returned" }]);
  expect(app.double.faults).toEqual([]);
  expect(await checkInvariants(app.server.db)).toEqual([]);
});
