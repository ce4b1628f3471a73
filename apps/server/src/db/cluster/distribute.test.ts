import { Client } from "pg";
import { expect, test } from "vitest";
import { cloneDatabase, createBareDatabase } from "../../../test/database/cloneDatabase.ts";
import { coordinatorTables } from "../../../test/database/citus/refusedInMigrations.ts";
import { distributeTables, prepareCluster, referenceTables } from "./distribute.ts";

test("a database without the extension citus is not distributed", async () => {
  const { owner } = await createBareDatabase();
  await expect(prepareCluster(owner)).rejects.toThrow("it lacks the extension citus");
});

/** Citus refuses to make a table a reference table twice, and a foreign key to one that stays behind. */
test("each table without a seller is listed once: for every node, or for the coordinator", async () => {
  const client = new Client((await cloneDatabase()).owner);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id' and not attisdropped)`,
  );
  await client.end();
  expect([...referenceTables, ...coordinatorTables].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("a table of sellers has no foreign key to one that stays on the coordinator", async () => {
  const client = new Client((await cloneDatabase()).owner);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select distinct confrelid::regclass::text as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conrelid in
       (select attrelid from pg_attribute where attname = 'seller_id' and not attisdropped)
       and confrelid not in (select attrelid from pg_attribute where attname = 'seller_id' and not attisdropped)
     order by name`,
  );
  await client.end();
  expect(rows.map(({ name }) => name).filter((name) => !(referenceTables as readonly string[]).includes(name))).toEqual(
    [],
  );
});

/** What of Citus the statements of `distributeTables` ask, without the nodes: it keeps the calls. */
const standIn = [
  "create schema stand_in",
  "create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod char, repmodel char)",
  "create table stand_in.pg_dist_object (classid oid, objid oid)",
  "create table stand_in.call (nth integer generated always as identity, what text)",
  ...[
    ["create_reference_table(name text)", "''n'', ''t''"],
    ["create_distributed_table(name text, by text, colocate_with text)", "''h'', ''s''"],
  ].map(
    ([signature, kind]) => `create function stand_in.${signature} returns void language sql as
      'insert into stand_in.pg_dist_partition values (name::regclass, ${kind});
       insert into stand_in.call (what) values (''distribute '' || name)'`,
  ),
  "create function stand_in.create_distributed_function(name text) returns void language sql as 'select null::void'",
  `create function stand_in.truncate_local_data_after_distributing_table(name text) returns void language sql as
    'insert into stand_in.call (what) values (''truncate '' || name)'`,
  "set search_path = public, stand_in; set app.seller = '*'",
];
/** Nobody but a superuser makes tables in the catalogue, so they are asked elsewhere. */
const openStandIn = async (): Promise<Client> => {
  const client = new Client((await cloneDatabase()).owner);
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  const elsewhere = (text: string, values?: unknown[]) =>
    query(text.replaceAll("pg_catalog.pg_dist", "stand_in.pg_dist"), values);
  Object.assign(client, { query: elsewhere });
  await client.connect();
  for (const statement of standIn) await client.query(statement);
  return client;
};

test("rows that were copied to the nodes are taken off the coordinator, in the same transaction", async () => {
  const client = await openStandIn();
  await client.query(
    "insert into seller (id, slug, name, currency, timezone) values (gen_random_uuid(), 'one', 'One', 'USD', 'UTC')",
  );
  await client.query("insert into identity (seller_id, id, kind) select id, gen_random_uuid(), 'user' from seller");
  const distributed = await distributeTables(client);
  const { rows } = await client.query<{ what: string }>("select what from stand_in.call order by nth");
  const calls = rows.map(({ what }) => what);
  await client.end();
  expect(distributed.length).toBeGreaterThan(100);
  // Citus would take off what refers to them too, which is not copied before it is distributed.
  expect(calls.slice(-3)).toEqual([`distribute ${distributed.at(-1)}`, "truncate identity", "truncate seller"]);
});
