import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createBareDatabase } from "../../../test/database/cloneDatabase.ts";
import { migrate } from "./migrate.ts";
import { migrationsFolder, readMigrations, statementsOf } from "./migrationFiles.ts";

/** Drops foreign keys, so that a row can be inserted without the rows that it refers to. */
const withoutForeignKeys = `do $$ declare one record; begin
  for one in select conrelid::regclass as relation, conname as name from pg_constraint where contype = 'f' loop
    execute format('alter table %s drop constraint %I', one.relation, one.name);
  end loop;
end $$; set app.seller = '*'`;

/** Writes rows to a database with the migrations up to `number`, applies the others and reads the result. */
const acrossMigration = async <T>(number: number, write: string, read: (client: Client) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
  const { owner } = await createBareDatabase();
  const client = new Client(owner);
  await client.connect();
  try {
    for (const file of await readdir(migrationsFolder))
      if (Number(file.slice(0, 4)) <= number) await cp(join(migrationsFolder, file), join(folder, file));
    await migrate(owner, { folder });
    await client.query(withoutForeignKeys);
    await client.query(write);
    await migrate(owner);
    return await read(client);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
};

test("the migration to plain names keeps stored values under their new names", async () => {
  const seller = "00000000-0000-4000-8000-000000000001";
  const one = "00000000-0000-4000-8000-000000000002";
  const two = "00000000-0000-4000-8000-000000000003";
  const columns = "(seller_id, id, payment_id, amount, currency, reason, state, created_at, updated_at)";
  const write = `
    insert into refund ${columns} values
      ('${seller}', '${one}', '${one}', 100, 'USD', 'asked', 'created', now(), now()),
      ('${seller}', '${two}', '${two}', 100, 'USD', 'outside', 'created', now(), now());
    insert into login_trip (seller_id, secret_hash, way, url, created_at, expires_at)
      values ('${seller}', 'a', 'out', 'https://login.example', now(), now() + interval '5 minutes');
    insert into cart (seller_id, id, identity_id, state, created_at, expires_at, hold_until_at_most, lost)
      values ('${seller}', '${one}', '${one}', 'expired', now(), now(), now(), '{"codes": [], "gone": "places"}');`;
  const found = await acrossMigration(25, write, async (client) => ({
    refunds: (await client.query("select reason from refund order by id")).rows,
    states: (await client.query("select purpose from oauth_state")).rows,
    carts: (await client.query("select released_with_hold from cart")).rows,
  }));
  expect(found).toEqual({
    refunds: [{ reason: "requested" }, { reason: "external" }],
    states: [{ purpose: "logout" }],
    carts: [{ released_with_hold: { codes: [], restore_failure: "capacity" } }],
  });
});

test("the migration to a seller's own order numbers continues from each seller's last one, out of reach of older servers", async () => {
  const seller = "00000000-0000-4000-8000-000000000001";
  const columns = "(seller_id, id, order_number, identity_id, owner_identity_id, cart_id, currency, scan_code, total)";
  const order = (nth: number, number: number) =>
    `('${seller}', '00000000-0000-4000-8000-00000000000${nth}', ${number}, '${seller}', '${seller}', gen_random_uuid(), 'USD', 'code${nth}', 0)`;
  const write = `insert into ticket_order ${columns} values ${order(1, 100_533)}, ${order(2, 100_007)};`;
  const found = await acrossMigration(57, write, async (client) => ({
    counters: (await client.query("select seller_id, last_number from order_counter")).rows,
    next: (await client.query("select nextval('order_number') > 1000000000 as far")).rows,
  }));
  expect(found).toEqual({ counters: [{ seller_id: seller, last_number: "100533" }], next: [{ far: true }] });
});

/** Earlier migrations say nothing about older servers, and an applied file never changes. */
const firstThatAllows = 43;
/**
 * Changes that a server of the previous release does not tolerate. A constraint that is not validated counts too, since
 * it applies to new rows. No server depends on a foreign key with the name that PostgreSQL gives it.
 */
const breaking =
  /\bdrop\s+(?:table|column|constraint(?!\s+if\s+exists\s+\w+_fkey\b)|function|type)\b|\brename\b|\balter\s+(?:column\s+\w+\s+)?(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\badd\s+(?:constraint|check|unique|foreign)\b|\brevoke\b/i;
const requiredColumn = /\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i;

test.each([
  "alter table cart drop column x;",
  "alter table cart rename column x to y;",
  "alter table cart alter column x type bigint;",
  "alter table cart alter column x set not null;",
  "alter table cart add constraint c check (x > 0);",
  "alter table cart add column x int not null;",
  "alter table cart drop constraint cart_pkey;",
])("a statement that breaks older servers is found: %s", (sql) => {
  expect(breaking.test(sql) || requiredColumn.test(sql)).toBe(true);
});

const valuesIn = (list: string): string[] => [...list.matchAll(/'(\w+)'/g)].map(([, value = ""]) => value);

/**
 * The expression of a check before it is replaced: the last one with its name, or that of the column that it is named
 * after.
 */
const checkBefore = (before: string, table: string, name: string): string | undefined => {
  const named = [...before.matchAll(new RegExp(`constraint ${name}\\s+check \\((.*)\\)(?: not valid)?;`, "g"))].at(-1);
  const column = name.slice(table.length + 1, -"_check".length);
  const made = new RegExp(`create table ${table} \\([^;]*?\\b${column} \\w+[^,]*? check \\((.*)\\),?$`, "m");
  return named?.[1] ?? made.exec(before)?.[1];
};

/**
 * Leaves out checks that are replaced by wider ones, so that what a server of the previous release writes is still
 * accepted: a longer list of words; the old expression or a new value; a rule for rows with a value that older servers
 * never write.
 */
const withoutWidened = (code: string, before: string): string => {
  const added = new Map<string, Set<string>>();
  return code
    .replaceAll(
      /alter table (\w+) drop constraint \1_(\w+)_check;\s*alter table \1 add constraint \1_\2_check check \(\2 in \(([^)]*)\)\) not valid;/g,
      (statements, table: string, column: string, wider: string) => {
        const made = new RegExp(
          `create table ${table} \\([^;]*?\\b${column} text[^,]*? check \\(${column} in \\(([^)]*)\\)`,
        );
        const named = [
          ...before.matchAll(new RegExp(`${table}_${column}_check\\s+check \\(${column} in \\(([^)]*)\\)`, "g")),
        ];
        const known = valuesIn(named.at(-1)?.[1] ?? made.exec(before)?.[1] ?? "");
        const isWider = known.length > 0 && known.every((value) => valuesIn(wider).includes(value));
        if (isWider) added.set(`${table} ${column}`, new Set(valuesIn(wider)).difference(new Set(known)));
        return isWider ? "" : statements;
      },
    )
    .replaceAll(
      /alter table (\w+) drop constraint (\w+);\s*alter table \1 add constraint \2 check \((\w+) = '(\w+)' or (.*)\) not valid;/g,
      (statements, table: string, name: string, column: string, value: string, rest: string) => {
        const isNew = added.get(`${table} ${column}`)?.has(value) === true;
        return isNew && rest === checkBefore(before, table, name) ? "" : statements;
      },
    )
    .replaceAll(
      /alter table (\w+) add constraint \w+ check \((\w+) <> '(\w+)' or \(.*\)\) not valid;/g,
      (statements, table: string, column: string, value: string) =>
        added.get(`${table} ${column}`)?.has(value) === true ? "" : statements,
    );
};

test.each([
  ["wider", "'a', 'b', 'c'", false],
  ["narrower", "'a', 'c'", true],
])("a check that is replaced by a %s one breaks older servers: %s", (_, list, isBreaking) => {
  const before = "create table one (id int, state text not null check (state in ('a', 'b')));";
  const code = `alter table one drop constraint one_state_check; alter table one add constraint one_state_check check (state in (${list})) not valid;`;
  expect(breaking.test(withoutWidened(code, before))).toBe(isBreaking);
});

const one =
  "create table one (\n  state text not null check (state in ('a', 'b')),\n  n int not null check (n > 0),\n  m int\n);";
const gets = (list: string) =>
  `alter table one drop constraint one_state_check; alter table one add constraint one_state_check check (state in (${list})) not valid;`;
const ofValue = (value: string) =>
  `alter table one add constraint one_m check (state <> '${value}' or (m > 0)) not valid;`;
const counts = (check: string) =>
  `alter table one drop constraint one_n_check; alter table one add constraint one_n_check check (${check}) not valid;`;
test.each([
  ["or a value that is new", false, gets("'a', 'b', 'c'") + counts("state = 'c' or n > 0")],
  ["or a value that is known", true, gets("'a', 'b', 'c'") + counts("state = 'b' or n > 0")],
  ["or a value that is new, and is narrower", true, gets("'a', 'b', 'c'") + counts("state = 'c' or n > 1")],
  ["of a value that is new", false, gets("'a', 'b', 'c'") + ofValue("c")],
  ["of a value that is known", true, gets("'a', 'b', 'c'") + ofValue("b")],
])("a check %s breaks older servers: %s", (_, isBreaking, code) => {
  expect(breaking.test(withoutWidened(code, one))).toBe(isBreaking);
});

test("each migration says which servers it allows, and none that allows older ones breaks them", async () => {
  const all = await readMigrations();
  const migrations = all.filter(({ number, sql }) => number >= firstThatAllows || sql.includes("-- allows:"));
  const silent = migrations.filter(({ sql }) => !/^-- allows: /m.test(sql));
  const broken = migrations.filter(({ allows, number, sql }) => {
    const earlier = all.filter((one) => one.number < number).map((one) => one.sql);
    const code = withoutWidened(sql.replaceAll(/--.*$/gm, ""), earlier.join("\n"));
    return allows !== null && (breaking.test(code) || requiredColumn.test(code));
  });
  expect({ silent: silent.map(({ name }) => name), broken: broken.map(({ name }) => name) }).toEqual({
    silent: [],
    broken: [],
  });
});

test("a file is split into its statements, but not inside quotes", () => {
  const body = "do $$ begin a; -- b; '\n end $$";
  const named = "create function f() returns text language sql as $x$ select ';$$'; $x$";
  expect(
    statementsOf(`-- One; it's two.\nselect ';';\n${body};\n${named};\nselect "a;b" -- c;\n;\n-- The end.\n`),
  ).toEqual(["-- One; it's two.\nselect ';'", `\n${body}`, `\n${named}`, '\nselect "a;b" -- c;\n']);
});

test("the statements of each migration add up to the whole file", async () => {
  const { owner } = await createBareDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query("create table schema_migration (number integer primary key)");
  const migrations = await readMigrations();
  for (const { number, sql, indexes } of migrations)
    for (const text of indexes.length > 0
      ? indexes.flatMap(({ name, statement }) => [`drop index if exists ${name}`, statement])
      : statementsOf(sql))
      await client.query(text).catch((cause: unknown) => {
        throw new Error(`migration ${number}: ${text}`, { cause });
      });
  const schema = `
    select md5(string_agg(text, ';' order by text)) as it from (
      select a.attrelid::regclass || a.attname || format_type(a.atttypid, a.atttypmod) || a.attnotnull as text
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration' and a.attnum > 0
      union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        and conrelid is distinct from to_regclass('schema_migration')
      union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migration'
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select polname || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy) all_of_it`;
  const inStatements = (await client.query<{ it: string }>(schema)).rows[0]?.it;
  await client.end();
  const whole = await createBareDatabase();
  await migrate(whole.owner);
  const other = new Client(whole.owner);
  await other.connect();
  expect((await other.query<{ it: string }>(schema)).rows[0]?.it).toBe(inStatements);
  await other.end();
});
