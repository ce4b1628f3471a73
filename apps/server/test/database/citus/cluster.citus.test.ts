import { Client, type PoolConfig } from "pg";
import { expect, test } from "vitest";
import { assertAppLogin } from "../../../src/db/appLogin.ts";
import { prepareCluster } from "../../../src/db/cluster/distribute.ts";
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
  expect(await read(owner, reference)).toEqual(
    [
      "seller",
      "staff",
      "staff_challenge",
      "staff_invitation",
      "staff_passkey",
      "staff_password_link",
      "staff_recovery_code",
      "staff_sign_in",
      "staff_totp",
      "staff_attempt",
    ].map((table_name) => ({ table_name })),
  );
});

test("each shard has the row policies of its table, and they hold for its owner too", async () => {
  const { owner } = await cloneDatabase();
  const unguarded = await read<{ result: string }>(
    owner,
    `select result from run_command_on_shards('cart', $$
       select relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid)
       from pg_class c where oid = '%s'::regclass $$)`,
  );
  expect(unguarded.map(({ result }) => result)).toEqual(["t", "t", "t", "t"]);
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
