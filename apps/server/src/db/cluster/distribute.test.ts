import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { cloneDatabase, createBareDatabase } from "../../../test/database/cloneDatabase.ts";
import { callsOf, openStandIn } from "../../../test/database/citus/standIn.ts";
import { coordinatorTables } from "../../../test/database/citus/refusedInMigrations.ts";
import { distributeTables, prepareCluster, referenceTables } from "./distribute.ts";

test("a database without the extension citus is not distributed", async () => {
  const { owner } = await createBareDatabase();
  await expect(prepareCluster(owner)).rejects.toThrow("it lacks the extension citus");
});

/** Citus refuses to make a table a reference table twice, and a foreign key from one to a table that stays behind. */
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

// A real cluster has what the stand-in simulates.
test.skipIf(inject("nodes"))("rows that were copied to the nodes are removed from the coordinator", async () => {
  const client = await openStandIn();
  await client.query(
    "insert into seller (id, slug, name, currency, timezone) values (gen_random_uuid(), 'one', 'One', 'USD', 'UTC')",
  );
  await client.query("insert into identity (seller_id, id, kind) select id, gen_random_uuid(), 'user' from seller");
  // A row that nobody may delete otherwise.
  await client.query(
    `insert into journal_entry (seller_id, cause, cause_id, local_day, currency, debit, credit, amount, subject, session, tickets)
     select id, 'till_opened', id, '2026-11-01', 'USD', '{tills}', '{safe}', '{0}', array[id], '{}', '{}' from seller returning seller_id`,
  );
  const distributed = await distributeTables(client);
  const calls = await callsOf(client);
  const { rows: left } = await client.query("select from journal_entry");
  const truncating = client.query("truncate journal_entry");
  await expect(truncating).rejects.toThrow("the journal is never changed");
  await client.end();
  expect(distributed.length).toBeGreaterThan(100);
  expect(left).toEqual([]);
  // Citus would also truncate the tables that refer to them, which are not copied until they are distributed.
  expect(calls.slice(-4)).toEqual([
    `distribute ${distributed.at(-1)} beside cart`,
    "truncate identity",
    "truncate journal_entry",
    "truncate seller",
  ]);
});
