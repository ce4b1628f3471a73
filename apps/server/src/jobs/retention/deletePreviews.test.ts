import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ownerClient } from "../../../test/database/cloneDatabase.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { openEditing, type Manager } from "../../../test/office/catalogueShop.ts";
import { openPreviewOf, rowsOfSeller, tenantTables, type OpenedPreview } from "../../../test/office/previews.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { deletePreviews } from "./deletePreviews.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
let preview: OpenedPreview;
let hours = 0;
const errors: object[] = [];
beforeAll(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${hours} hours`);
});
beforeEach(async () => {
  hours = 0;
  ({ shop, manager } = await openEditing(server));
  preview = await openPreviewOf(server, manager);
});
afterAll(async () => {
  expect(errors).toEqual([]);
  await expectInvariants(server.db);
  await server.close();
});

const run = (stopping?: AbortSignal) =>
  deletePreviews({ connections: server.connections, log: { error: (fields) => void errors.push(fields) } }, stopping);
const sellers = async (): Promise<string[]> =>
  (await server.db.selectFrom("seller").select("slug").execute()).map(({ slug }) => slug);
const deleteBySql = (id: string) => sql`select delete_preview(${id}::uuid) as done`.execute(server.db);

/** Makes a purchase, and leaves another cart held. */
const useIt = async (): Promise<void> => {
  const buyer = new TestBuyer(server, preview.shop);
  expect((await buyer.buy(3)).body.outcome).toBe("completed");
  await buyer.hold(1);
};

test("a preview goes with its rows in every table a moment after its day, and nobody else's rows go", async () => {
  await useIt();
  await new TestBuyer(server, shop).buy(2);
  const before = await rowsOfSeller(server.db, shop.seller_id);
  hours = 23;
  expect(await run()).toBe(0);
  expect(Object.keys(await rowsOfSeller(server.db, preview.id)).length).toBeGreaterThan(15);
  hours = 25;
  expect(await run()).toBeGreaterThanOrEqual(1);
  expect(await rowsOfSeller(server.db, preview.id)).toEqual({});
  expect(await sellers()).not.toContain(preview.slug);
  expect(await rowsOfSeller(server.db, shop.seller_id)).toEqual(before);
  expect(await run()).toBe(0);
});

test("a preview that was ended early stays until no server works for it any more, and is deleted once by two servers", async () => {
  await useIt();
  await manager.post(`/catalogue/previews/${preview.id}/end`);
  expect(await run()).toBe(0);
  expect(await sellers()).toContain(preview.slug);
  hours = 1;
  expect(await run(AbortSignal.abort())).toBe(0);
  const counts = await Promise.all([run(), run()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await rowsOfSeller(server.db, preview.id)).toEqual({});
});

describe("the database deletes nothing else by that function", () => {
  test("a preview that is open, a seller, and nobody", async () => {
    await useIt();
    for (const id of [preview.id, shop.seller_id, "00000000-0000-4000-8000-000000000000"])
      await expect(deleteBySql(id)).rejects.toThrow("only a preview that is over is deleted");
    expect(await sellers()).toEqual(expect.arrayContaining([shop.slug, preview.slug]));
  });

  test("books and history by hand, also of a preview that is over", async () => {
    await useIt();
    await new TestBuyer(server, shop).buy(1);
    await manager.post(`/catalogue/previews/${preview.id}/end`);
    for (const id of [shop.seller_id, preview.id]) {
      const asked = (statement: string) =>
        server.db.transaction().execute(async (db) => {
          await sql`set local app.ended_preview = ${sql.lit(id)}`.execute(db);
          return (await sql.raw(`${statement} seller_id = '${id}' returning seller_id`).execute(db)).rows.length;
        });
      await expect(asked("delete from journal_entry where")).rejects.toThrow();
      await expect(asked("delete from payment where")).rejects.toThrow("permission denied");
      // On a cluster, whoever deletes a cart or ticket may delete its history: docs/operations/cluster.md.
      const history = inject("nodes")
        ? "delete from transition where entity not in ('cart', 'ticket') and"
        : "delete from transition where";
      expect(await asked(history)).toBe(0);
      if (id === shop.seller_id)
        await expect(asked("delete from audit_entry where")).rejects.toThrow("audit entries are never changed");
    }
  });
});

/** A value for a column of any type. */
const valueOf = (type: string, seller_id: string, name: string): string => {
  if (name === "seller_id") return `'${seller_id}'`;
  if (type.endsWith("[]")) return "'{}'";
  if (type === "uuid") return "gen_random_uuid()";
  if (type === "jsonb" || type === "json") return "'{}'";
  if (type === "bytea") return "'\\x00'";
  if (type === "boolean") return "false";
  if (type === "date") return "current_date";
  if (type.startsWith("time without")) return "'10:00'";
  if (type.startsWith("timestamp")) return "now() + interval '10 years'";
  if (/^(?:big|small)?int|^numeric|^double|^real/.test(type)) return "1";
  return "gen_random_uuid()::text";
};

/** A cluster sends statements of another role through another session, which does not see what is rolled back. */
test.skipIf(inject("nodes"))("a row of every table that has rows of sellers goes, whatever is in it", async () => {
  const tables = await tenantTables(server.db);
  expect(tables.length).toBeGreaterThan(80);
  const { rows: columns } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[]) and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'`.execute(server.db);
  const client = ownerClient(server.databaseConfig);
  await client.connect();
  try {
    // Rolled back at the end, so the row does not have to be valid.
    await client.query("begin; set local app.seller = '*'");
    await client.query(`do $$ declare one record; begin
      for one in select conrelid::regclass as relation, conname as name from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('f', 'c') and conname <> 'seller_preview'
      loop execute format('alter table %s drop constraint %I', one.relation, one.name); end loop; end $$`);
    await client.query(`update seller set preview_ends_at = now() - interval '1 minute' where id = '${preview.id}'`);
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table);
      const values = own.map(({ type, name }) => valueOf(type, preview.id, name));
      await client.query(
        `insert into ${table} (${own.map(({ name }) => `"${name}"`).join(", ")}) values (${values.join(", ")}) on conflict do nothing`,
      );
    }
    const left = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const table of tables)
        if (((await client.query(`select from ${table} where seller_id = '${preview.id}'`)).rowCount ?? 0) > 0)
          found.push(table);
      return found;
    };
    expect(await left()).toEqual(tables);
    await client.query("set local role foyer_app");
    await client.query(`set local app.seller = '${preview.id}'`);
    await client.query(`select delete_preview('${preview.id}')`);
    await client.query("reset role; set local app.seller = '*'");
    expect(await left()).toEqual([]);
    expect((await client.query(`select from seller where id = '${preview.id}'`)).rowCount).toBe(0);
  } finally {
    await client.query("rollback");
    await client.end();
  }
});
