import { Client, type PoolConfig } from "pg";
import { expect, test } from "vitest";
import { assertAppLogin } from "../../../src/db/appLogin.ts";
import { prepareCluster, referenceTables } from "../../../src/db/cluster/distribute.ts";
import { logins } from "../../../src/db/openDatabase.ts";
import { cloneDatabase } from "../cloneDatabase.ts";

const read = async <Row extends object>(owner: PoolConfig, query: string): Promise<Row[]> => {
  const client = new Client(owner);
  await client.connect();
  return client
    .query<Row>(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
};

test("the migrations of an empty database distribute each table with a seller by it, and all beside each other", async () => {
  const { owner } = await cloneDatabase();
  const tables = await read(
    owner,
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'seller_id'
     left join citus_tables t on t.table_name = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and (t.distribution_column is distinct from 'seller_id'
         or t.colocation_id <> (select colocation_id from citus_tables where table_name = 'cart'::regclass))`,
  );
  expect(tables).toEqual([]);
  const reference = "select table_name::text from citus_tables where citus_table_type = 'reference' order by 1";
  expect(await read(owner, reference)).toEqual(referenceTables.toSorted().map((table_name) => ({ table_name })));
});

test("each shard of each table has its row policies, which hold for its owner too, and its triggers", async () => {
  const { owner } = await cloneDatabase();
  const triggers = `(select coalesce(string_agg(tgname, ',' order by tgname), '') from pg_trigger where tgrelid = c.oid and not tgisinternal)`;
  // The name of a shard's trigger ends with the number of the shard.
  const shards = await read<{ result: string }>(
    owner,
    `select result from run_command_on_workers($$
       select coalesce(json_agg(json_build_object('table', regexp_replace(relname, '_[0-9]{6,}$', ''),
         'guarded', relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid),
         'triggers', regexp_replace(${triggers}, '_[0-9]{6,}', '', 'g'))), '[]')
       from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '_[0-9]{6,}$'
         and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id') $$)`,
  );
  type Shard = { readonly table: string; readonly guarded: boolean; readonly triggers: string };
  const found = shards.flatMap(({ result }) => JSON.parse(result) as Shard[]);
  expect(found.filter(({ guarded }) => !guarded)).toEqual([]);
  const tables = await read<Shard>(
    owner,
    `select c.relname as table, true as guarded, ${triggers} as triggers from pg_class c
     join pg_dist_partition p on p.logicalrelid = c.oid and p.partmethod = 'h' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(100);
  const byTable = Map.groupBy(found, ({ table }) => table);
  expect(tables.map(({ table }) => [table, byTable.get(table)])).toEqual(
    tables.map((table) => [table.table, Array.from({ length: 4 }, () => table)]),
  );
});

test("what a policy forbids to delete stays forbidden on each shard, and is still the seller's alone", async () => {
  const { owner } = await cloneDatabase();
  for (const [table, forbidden] of [
    ["scan", "counts"],
    ["payment_event", "done_at"],
    ["transition", "entity"],
  ] as const) {
    const found = await read<{ result: string }>(
      owner,
      `select result from run_command_on_shards('${table}', $$
         select bool_and(strpos(pg_get_expr(polqual, polrelid), 'app.seller') > 0 and strpos(pg_get_expr(polqual, polrelid), '${forbidden}') > 0)
         from pg_policy where polrelid = '%s'::regclass and polcmd in ('d', '*') $$)`,
    );
    expect(found.map(({ result }) => result)).toEqual(["t", "t", "t", "t"]);
  }
});

test("preparing a cluster again changes nothing", async () => {
  const { owner } = await cloneDatabase();
  expect(await prepareCluster(owner)).toEqual([]);
});

test("a server works on a cluster by a login of its own", async () => {
  const { app } = await cloneDatabase();
  await expect(assertAppLogin(app)).resolves.toBeUndefined();
});

test("a server does not work on a cluster as the owner who takes on a role", async () => {
  const { owner } = await cloneDatabase();
  await expect(assertAppLogin(logins(owner).app)).rejects.toThrow("a login of its own");
});

test("a server does not work on a cluster whose nodes do not get the seller", async () => {
  const { app } = await cloneDatabase();
  const options = "-c citus.propagate_set_commands=none";
  await expect(assertAppLogin({ ...app, options })).rejects.toThrow("does not reach the other nodes");
});
