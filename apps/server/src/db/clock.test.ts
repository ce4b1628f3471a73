import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../test/app/setUpTestApp.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { moveClock } from "../../test/database/moveClock.ts";
import { createTestShop } from "../../test/shop/createTestShop.ts";
import { TestBuyer, cards, recordPrices } from "../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("each default of a timestamp uses the product's clock", async () => {
  const { rows } = await sql<{ column: string }>`
    select d.adrelid::regclass || '.' || a.attname as column from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    where a.atttypid = 'timestamptz'::regtype and pg_get_expr(d.adbin, d.adrelid) !~ '^\\(?app_now\\(\\)'
    order by 1`.execute(server.db);
  // Migrations are applied before the app's clock exists.
  expect(rows.map(({ column }) => column)).toEqual(["schema_migration.applied_at"]);
});

test("an order, its tickets, its payment and its e-mail are of the same moment as its cart", async () => {
  const shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  const later = await openTestApp({}, server);
  moveClock(later.connections, () => "3 hours");
  try {
    const buyer = new TestBuyer(later, shop);
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart);
    await buyer.pay(cart, cards.good);
    await buyer.checkOut(cart);
  } finally {
    await later.close();
  }
  const ageOf = async (table: string, column: string): Promise<readonly number[]> =>
    (
      await sql<{ hours: number }>`
        select distinct round(extract(epoch from ${sql.ref(column)} - now()) / 3600)::int as hours
        from ${sql.table(table)} where seller_id = ${shop.seller_id}::uuid`.execute(server.db)
    ).rows.map(({ hours }) => hours);
  const tables = ["cart", "ticket", "ticket_order", "payment", "outbox", "identity", "visitor_session"];
  for (const table of tables) expect([table, await ageOf(table, "created_at")]).toEqual([table, [3]]);
  expect(await ageOf("transition", "at")).toEqual([3]);
  expect(await ageOf("payment_audit", "occurred_on")).toEqual([3]);
});
