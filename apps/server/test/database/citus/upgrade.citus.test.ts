import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoolConfig } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "../../../src/cli/checkInvariants.ts";
import { prepareCluster } from "../../../src/db/cluster/distribute.ts";
import { migrate } from "../../../src/db/migrate/migrate.ts";
import { migrationsFolder, readMigrations } from "../../../src/db/migrate/migrationFiles.ts";
import { openTestApp } from "../../app/testApp.ts";
import { createTestShop, type TestShop } from "../../shop/createTestShop.ts";
import { TestBuyer } from "../../shop/testBuyer.ts";
import { cloneDatabase, createBareDatabase } from "../cloneDatabase.ts";
import { fewShards, makeCluster, run } from "./makeCluster.ts";
import { schemaOfCluster } from "./schemaOfCluster.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const copyMigrations = async (upTo: number): Promise<void> => {
  for (const file of await readdir(migrationsFolder))
    if (Number(file.slice(0, 4)) <= upTo) await cp(join(migrationsFolder, file), join(folder, file));
};

const seller = (nth: number): string => `00000000-0000-4000-8000-00000000000${nth}`;
const sellers = [1, 2, 3, 4];

/** Rows of sellers on every node, in tables that later migrations change. */
const writeRows = (owner: PoolConfig): Promise<unknown> =>
  run(
    owner,
    "set app.seller = '*'",
    ...sellers.flatMap((nth) => [
      `insert into seller (id, slug, name, currency, timezone) values ('${seller(nth)}', 'one-${nth}', 'One', 'USD', 'UTC')`,
      `insert into identity (seller_id, id, kind) values ('${seller(nth)}', '${seller(nth)}', 'user')`,
      `insert into cart (seller_id, id, identity_id, state, expires_at, max_hold_until)
       values ('${seller(nth)}', '${seller(nth)}', '${seller(nth)}', 'expired', now(), now())`,
      `insert into journal_entry (seller_id, cause, cause_id, local_day, currency, debit, credit, amount, subject, session, tickets)
       values ('${seller(nth)}', 'till_opened', '${seller(nth)}', '2026-11-01', 'USD', '{tills}', '{safe}', '{0}', '{${seller(nth)}}', '{}', '{}')`,
    ]),
  );

/** The oldest version that today's preparation supports: it refers to a function and a table of these migrations. */
const base = 95;

test("a cluster in use that is some releases old gets the same tables as a new one, keeps its rows, and sells", async () => {
  await copyMigrations(base);
  const { owner, app } = await createBareDatabase();
  const quiet = { ...owner, options: fewShards };
  await migrate(quiet, { folder });
  await writeRows(owner);
  await makeCluster(owner);
  await prepareCluster(quiet);

  const all = await readMigrations();
  // By default, a new table would get a different number of shards than the existing ones.
  const applied = await migrate({ ...owner, options: "-c client_min_messages=error -c citus.shard_count=2" });
  expect(applied).toEqual(all.slice(base).map(({ number }) => number));

  expect(await schemaOfCluster(owner)).toEqual(await schemaOfCluster((await cloneDatabase()).owner));
  const rows = `select (select count(*)::int from cart) as carts, (select count(*)::int from journal_entry where tax is null) as entries`;
  expect(await run(owner, "set app.seller = '*'", rows)).toEqual([{ carts: sellers.length, entries: sellers.length }]);
  const server = await openTestApp({}, { databaseConfig: app });
  const buyer = new TestBuyer(server, await createTestShop(server.db));
  expect((await buyer.buy(2)).status).toBe(200);
  const violated = await checkInvariants(server.db);
  await server.close();
  expect(violated).toEqual([]);
}, 240_000);

/**
 * Statements that nodes refuse in this form, that they accept but would leave on the coordinator only, and rows of all
 * sellers.
 */
const kinds = `
  -- allows: none
  create table new_note (
    seller_id uuid not null references seller (id),
    identity_id uuid not null,
    -- Of one kind; or none.
    text text not null default 'a;b' check (text in ('a;b', 'c')),
    primary key (seller_id, identity_id),
    foreign key (seller_id, identity_id) references identity (seller_id, id) on delete cascade
  );
  create table new_note_line (
    seller_id uuid not null,
    identity_id uuid not null,
    line int not null,
    primary key (seller_id, identity_id, line),
    foreign key (seller_id, identity_id) references new_note (seller_id, identity_id)
  );
  create table new_list (seller_id uuid not null references seller (id), id uuid not null, primary key (seller_id, id));
  create index new_list_a on new_list (seller_id, id);
  create index new_list_b on new_list (id);
  drop index new_list_a, new_list_b;
  alter table journal_entry add column share int check (share is null or share < cardinality(amount)),
    add constraint journal_entry_share check (share is null or share >= 0);
  alter table seller add column note text check (length(note) < 10);
  insert into new_note (seller_id, identity_id) select seller_id, id from identity returning seller_id;
  update new_note n set text = 'c' from cart c where c.seller_id = n.seller_id and c.id = n.identity_id;
  create function refuse_line() returns trigger language plpgsql as $$ begin raise exception 'no lines'; end $$;
  create trigger refuse_line before insert on new_note_line for each row execute function refuse_line();
  alter table new_note enable row level security;
  alter table new_note force row level security;
  create policy of_its_seller on new_note
    using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
    with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
  create policy kept on new_note as restrictive for delete using (text = 'a;b');
  grant select, insert, delete on new_note to foyer_app;
  grant update (text) on new_note to foyer_app;`;

const nextFile = async (name: string, sql: string): Promise<string> => {
  const { length } = await readMigrations();
  await copyMigrations(length);
  const file = join(folder, `${String(length + 1).padStart(4, "0")}_${name}.sql`);
  await writeFile(file, sql);
  return file;
};

test("a migration creates and fills tables on the nodes, and its constraints apply there", async () => {
  const { owner, app } = await cloneDatabase();
  await writeRows(owner);
  await nextFile("kinds", kinds);
  await migrate({ ...owner, options: "-c client_min_messages=error -c citus.shard_count=2" }, { folder });

  const schema = await schemaOfCluster(owner);
  for (const table of ["new_note", "new_note_line", "new_list"])
    expect(schema).toContain(`distributed ${table} seller_id beside cart`);
  for (const found of [
    "constraint new_note new_note_seller_id_identity_id_fkey FOREIGN KEY (seller_id, identity_id) REFERENCES identity(seller_id, id) ON DELETE CASCADE",
    "constraint new_note_line new_note_line_seller_id_identity_id_fkey FOREIGN KEY (seller_id, identity_id) REFERENCES new_note(seller_id, identity_id)",
    "constraint new_list new_list_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES seller(id)",
    "constraint seller seller_note_check CHECK ((length(note) < 10))",
    "trigger CREATE TRIGGER refuse_line BEFORE INSERT ON public.new_note_line FOR EACH ROW EXECUTE FUNCTION refuse_line()O",
  ])
    for (const node of ["coordinator", "worker"]) expect(schema).toContain(`${node}: ${found}`);
  // PostgreSQL's own names for checks of several columns continue the numbering of existing ones.
  const check = schema.filter((line) => /journal_entry_check\d* CHECK.*share/.test(line));
  expect(check.map((line) => line.replace(/^\w+: /, ""))).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(check.map((line) => line.replace(/^\w+: /, ""))).size).toBe(1);
  expect(schema.filter((line) => /new_list_[ab]\b/.test(line))).toEqual([]);

  const asSeller = (nth: number, ...statements: readonly string[]) =>
    run(app, `begin; set local app.seller = '${seller(nth)}'`, ...statements);
  for (const nth of sellers)
    expect(await asSeller(nth, `select identity_id, text from new_note where seller_id = '${seller(nth)}'`)).toEqual([
      { identity_id: seller(nth), text: "c" },
    ]);
  const deleting = `delete from new_note where seller_id = '${seller(1)}' returning text`;
  expect(await asSeller(1, deleting)).toEqual([]);
  const changing = `update new_note set text = 'a;b' where seller_id = '${seller(1)}' returning text`;
  expect(await asSeller(1, changing, deleting)).toEqual([{ text: "a;b" }]);
}, 240_000);

test("a server sells on while a cluster is migrated", async () => {
  const { owner, app } = await cloneDatabase();
  const server = await openTestApp({}, { databaseConfig: app });
  const shops = await Promise.all(sellers.map(() => createTestShop(server.db)));
  await nextFile("kinds", kinds);
  let isMigrated = false;
  const buy = async (shop: TestShop): Promise<number> => (await new TestBuyer(server, shop).buy(1)).status;
  const before = await Promise.all(shops.map(buy));
  const sellOn = async (shop: TestShop): Promise<number[]> => {
    const replies: number[] = [];
    // Buys once more after the migration.
    for (let isLast = false; !isLast;) {
      isLast = isMigrated;
      replies.push(await buy(shop));
    }
    return replies;
  };
  const selling = Promise.all(shops.map(sellOn));
  await migrate({ ...owner, options: fewShards }, { folder });
  isMigrated = true;
  const meanwhile = await selling;
  const violated = await checkInvariants(server.db);
  await server.close();
  // At least one purchase starts before the migration and one after it.
  expect(meanwhile.filter(({ length }) => length < 2)).toEqual([]);
  expect([...before, ...meanwhile.flat()].filter((status) => status !== 200)).toEqual([]);
  expect(violated).toEqual([]);
}, 240_000);

test("a migration that fails leaves nothing on any node, and the next start applies it", async () => {
  const { owner } = await cloneDatabase();
  const quiet = { ...owner, options: fewShards };
  await writeRows(owner);
  const before = await schemaOfCluster(owner);
  // The last statement depends on rows: a cart of each seller violates it.
  const file = await nextFile(
    "kinds",
    `${kinds}\nalter table cart add constraint cart_open check (state <> 'expired');`,
  );
  await expect(migrate(quiet, { folder })).rejects.toThrow("failed and was rolled back");
  expect(await schemaOfCluster(owner)).toEqual(before);
  await writeFile(file, kinds);
  expect(await migrate(quiet, { folder })).toHaveLength(1);
  expect(await schemaOfCluster(owner)).toContain("distributed new_note seller_id beside cart");
}, 240_000);

test("a table that migrations of an earlier release left on the coordinator is distributed at the next start", async () => {
  const { owner } = await cloneDatabase();
  await writeRows(owner);
  await run(
    owner,
    "create table left_behind (seller_id uuid not null references seller (id), id uuid not null, primary key (seller_id, id))",
    `insert into left_behind values ('${seller(1)}', '${seller(1)}')`,
  );
  expect((await schemaOfCluster(owner)).join()).toContain("local left_behind ");
  expect(await migrate({ ...owner, options: fewShards })).toEqual([]);
  const schema = await schemaOfCluster(owner);
  expect(schema).toContain("distributed left_behind seller_id beside cart");
  expect(schema).toContain(
    "worker: constraint left_behind left_behind_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES seller(id)",
  );
  expect(await run(owner, "set app.seller = '*'", "select count(*)::int from left_behind")).toEqual([{ count: 1 }]);
}, 240_000);
