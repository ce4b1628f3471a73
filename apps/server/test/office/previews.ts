import { expect } from "vitest";
import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { shopOf } from "./catalogueShop.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** A preview, as a shop whose tickets can be bought. */
export type OpenedPreview = {
  readonly id: string;
  readonly slug: string;
  readonly shop: TestShop;
  readonly body: TestResponse["body"];
};

export const openPreviewOf = async (server: TestApp, who: OfficeBrowser): Promise<OpenedPreview> => {
  const { status, body } = await who.post("/catalogue/previews");
  expect([status, body._data]).toEqual([200, undefined]);
  const slug = String(body.preview.address).split("/").at(-1) ?? "";
  return { id: body.preview.id, slug, shop: await shopOf(server, slug), body };
};

/** Every table whose rows belong to one seller each. */
export const tenantTables = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname !~ '_[0-9]{6,}$'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id' and not attisdropped)
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/** The number of a seller's rows in each table, and a digest of their contents. */
export const rowsOfSeller = async (
  db: Database,
  seller_id: string,
  except: readonly string[] = [],
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const table of await tenantTables(db)) {
    if (except.includes(table)) continue;
    const { rows } = await sql<{ n: number; digest: string | null }>`
      select count(*)::int as n, md5(string_agg(x::text, '|' order by x::text)) as digest
      from ${sql.table(table)} x where seller_id = ${seller_id}::uuid`.execute(db);
    if (rows[0] && rows[0].n > 0) found[table] = `${rows[0].n} ${rows[0].digest}`;
  }
  return found;
};
