import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHold } from "../../test/shop/createTestHold.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import type { Database } from "../db/connections.ts";
import { stalePayments } from "../modules/checkout/reconcile/stalePayments.sql.ts";
import type { SellerDb } from "../modules/checkout/context.ts";
import { sellerFinder } from "../http/sellerFinder.ts";
import { sellersWithStalePayments } from "./dueSellers.sql.ts";

let server: TestApp;
let shop: TestShop;
let seller: SellerDb["seller"];
let cart_id: string;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  const { event, group, type } = shop;
  ({ cart_id } = await createTestHold(server.db, shop, { event, group, type, quantity: 1 }));
  const found = await sellerFinder(server.db, 0)(shop.slug);
  if (!found) throw new Error("The shop has no seller.");
  seller = found;
  await insertPayments(20_000, { state: "failed", failure: "declined" });
  await server.runAsOwner("analyze payment; analyze cart; analyze seller");
});
afterAll(() => server.close());

let version = 0;
const insertPayments = async (count: number, { state, failure }: { state: string; failure: string | null }) => {
  await sql`
    insert into payment (seller_id, id, cart_id, cart_version, gateway_id, state, failure, amount, currency, updated_at)
    select ${shop.seller_id}::uuid, gen_random_uuid(), ${cart_id}::uuid, ${version}::int + n, 'free', ${state}, ${failure}::text, 100, 'USD',
      now() - interval '1 hour'
    from generate_series(1, ${count}::int) n returning seller_id`.execute(server.db);
  version += count;
};

const fetchedRows = async (transaction: Database): Promise<number> => {
  const { rows } = await sql<{ fetched: string }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as fetched from pg_stat_xact_user_tables where relname = 'payment'`.execute(
    transaction,
  );
  return Number(rows[0]?.fetched);
};

/** The result of `read`, and how many rows of payments the database fetches for it. */
const fetchedBy = <Found>(read: (db: Database) => Promise<Found>): Promise<{ found: Found; fetched: number }> =>
  server.db.transaction().execute(async (transaction) => {
    const before = await fetchedRows(transaction);
    const found = await read(transaction);
    return { found, fetched: (await fetchedRows(transaction)) - before };
  });

test.each<[string, { state: string; failure: string | null }]>([
  ["begun", { state: "created", failure: null }],
  ["captured without an order", { state: "captured", failure: null }],
  ["unknown to its provider", { state: "failed", failure: "never_reached: timeout" }],
])("a payment that is %s is found among 20,000 finished ones without reading them", async (_, payment) => {
  await insertPayments(1, payment);
  const sellers = await fetchedBy((db) => sellersWithStalePayments(db, 30));
  expect(sellers.found).toEqual([{ slug: shop.slug }]);
  expect(sellers.fetched).toBeLessThan(20);
  const payments = await fetchedBy((db) => stalePayments({ db, seller }, 30));
  expect(payments.found.length).toBeGreaterThan(0);
  expect(payments.fetched).toBeLessThan(20);
});
