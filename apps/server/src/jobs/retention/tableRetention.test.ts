import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { retentionKinds } from "./periods.ts";
import { tableRetention } from "./tableRetention.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("every table of the database has a period, or a reason to be kept", async () => {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and c.oid not in (select d.objid from pg_depend d where d.classid = 'pg_class'::regclass and d.deptype = 'e')`.execute(
    server.db,
  );
  expect(Object.keys(tableRetention).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
});

test("a table with a period has a test by the clock", async () => {
  for (const [table, end] of Object.entries(tableRetention)) {
    if (!("after" in end)) continue;
    const text = await readFile(join(import.meta.dirname, "../..", end.shown.file), "utf8").catch(() => "");
    expect(text.includes(`"${end.shown.test}"`), `${table}: ${end.shown.file} › ${end.shown.test}`).toBe(true);
  }
});

/** Kinds that blank columns of rows that stay; deleteOldRows.test.ts covers them. */
const blanking = ["abandoned_purchases", "networks", "login_emails", "audit_access"];

test("every period is that of a table", () => {
  const used = Object.values(tableRetention).flatMap((end) => ("after" in end ? [end.after] : []));
  expect(retentionKinds.filter((kind) => !used.includes(kind))).toEqual(blanking);
});
