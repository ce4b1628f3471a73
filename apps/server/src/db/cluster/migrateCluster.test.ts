import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { callsOf, openStandIn } from "../../../test/database/citus/standIn.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { statementsOf } from "../migrate/migrationFiles.ts";
import { distributeTables } from "./distribute.ts";
import { migrateCluster } from "./migrateCluster.ts";

const migration = `
  -- A list, and what is on it.
  create table new_list (
    seller_id uuid not null references seller (id),
    id uuid not null,
    primary key (seller_id, id)
  );
  create table new_line (
    seller_id uuid not null,
    list_id uuid not null,
    line int not null check (line > 0),
    primary key (seller_id, list_id, line),
    foreign key (seller_id, list_id) references new_list (seller_id, id) on delete cascade
  );
  create table new_setting (id uuid primary key);
  create index new_a on new_list (id);
  create index new_b on new_list (seller_id);
  drop index new_a, new_b;
  alter table journal_entry add column share int check (share < cardinality(amount)),
    add column note text default 'a,b' not null check (length(note) < 9),
    add constraint journal_entry_share check (share >= 0);`;

const schemaOf = async (client: Client): Promise<string[]> =>
  (
    await client.query<{ line: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
       where conrelid in ('new_list'::regclass, 'new_line'::regclass, 'new_setting'::regclass, 'journal_entry'::regclass)
       union all select indexdef from pg_indexes where tablename like 'new%' and schemaname = 'public'
       union all select attname || coalesce(pg_get_expr(adbin, adrelid), '') from pg_attribute
         left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = 'journal_entry'::regclass
       order by line`,
    )
  ).rows.map(({ line }) => line);

// A real cluster has what the stand-in simulates: `upgrade.citus.test.ts`.
test.skipIf(inject("nodes"))(
  "a migration of a cluster makes the same tables as of one database, and distributes each new one of sellers at once",
  async () => {
    const client = await openStandIn();
    await distributeTables(client);
    const before = (await callsOf(client)).length;
    const sent: string[] = [];
    const { query } = client as unknown as { query: (text: string, values?: unknown[]) => Promise<unknown> };
    Object.assign(client, { query: (text: string, values?: unknown[]) => (sent.push(text), query(text, values)) });
    await client.query("begin");
    await migrateCluster(client, statementsOf(migration));
    await client.query("commit");

    const other = new Client((await cloneDatabase()).owner);
    await other.connect();
    await other.query(migration);
    expect(await schemaOf(client)).toEqual(await schemaOf(other));
    await other.end();
    expect((await callsOf(client)).slice(before)).toEqual([
      "distribute new_list beside cart",
      "distribute new_line beside cart",
    ]);
    // Nodes would refuse a foreign key from a table that they do not have yet.
    const at = sent.findIndex((text) => text.startsWith("create table new_line"));
    const propagation = (on: string) => `set local citus.enable_ddl_propagation = ${on}`;
    expect([sent[at - 1], sent[at + 1]]).toEqual([propagation("off"), propagation("on")]);
    await client.end();
  },
);

test.skipIf(inject("nodes"))("a column with several checks without names is refused", async () => {
  const client = await openStandIn();
  await client.query("begin");
  const twice = "alter table cart add column share int check (share > 0) check (share < 9)";
  await expect(migrateCluster(client, [twice])).rejects.toThrow("A column with 2 checks has to be added with a name");
  await client.end();
});
