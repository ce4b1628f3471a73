import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { Connections } from "../connections.ts";
import { newId } from "../newId.ts";
import { eachKeyOf, statement, statementWithKeptPlan } from "../statements/statement.ts";
import { transact, transactPipelined } from "../transact.ts";

let connections: Connections;
let owner: Awaited<ReturnType<typeof cloneDatabase>>["owner"];
let app: Awaited<ReturnType<typeof cloneDatabase>>["app"];
beforeAll(async () => {
  const logins = await cloneDatabase();
  ({ owner, app } = logins);
  connections = new Connections({ ...logins.app, max: 1 });
});
afterAll(() => connections.close());

const sellerIs = "select nullif(current_setting('app.seller', true), '') as seller";
type Seen = { readonly seller: string | null };

/** The seller set in the session itself, outside of any transaction of the app. */
const sellerOfSession = async (): Promise<string | null | undefined> => {
  const client = await connections.pool.connect();
  try {
    return (await client.query<Seen>(sellerIs)).rows[0]?.seller;
  } finally {
    client.release();
  }
};

test("a statement outside a transaction sees its seller, and leaves none to the next user of the session", async () => {
  const id = newId();
  expect(await statement<Seen>(connections.forSeller(id), sellerIs, [])).toEqual([{ seller: id }]);
  expect(await sellerOfSession()).toBeNull();
});

test("each statement of a transaction sees its seller, which is not set after its end", async () => {
  const id = newId();
  const seen = await transact({ db: connections.forSeller(id) }, async ({ db }) => [
    await statement<Seen>(db, sellerIs, []),
    await statement<Seen>(db, sellerIs, []),
  ]);
  expect(seen.flat()).toEqual([{ seller: id }, { seller: id }]);
  expect(await sellerOfSession()).toBeNull();
});

test("a pipelined transaction sees its seller, which is not set after its end, even after a failure", async () => {
  const id = newId();
  const db = connections.forSeller(id);
  expect(await transactPipelined(db, (pipeline) => statement<Seen>(pipeline, sellerIs, []))).toEqual([{ seller: id }]);
  await expect(transactPipelined(db, (pipeline) => statement(pipeline, "select 1 / 0", []))).rejects.toThrow(
    "division by zero",
  );
  expect(await sellerOfSession()).toBeNull();
});

test("a statement that fails outside of a transaction leaves its session usable, for another seller too", async () => {
  const [one, other] = [newId(), newId()];
  await expect(statement(connections.forSeller(one), "select 1 / 0", [])).rejects.toThrow("division by zero");
  expect(await statement<Seen>(connections.forSeller(other), sellerIs, [])).toEqual([{ seller: other }]);
});

test("a write outside of a transaction is kept when its answer arrives", async () => {
  const db = connections.acrossSellers();
  await statement(db, "insert into installation_note (name, value) values ('kept', $1)", ["yes"]);
  const other = await connections.pool.connect();
  const { rows } = await other.query("select value from installation_note where name = 'kept'");
  other.release();
  expect(rows).toEqual([{ value: "yes" }]);
});

test("a statement outside a transaction that was prepared before a migration is prepared again", async () => {
  const db = connections.acrossSellers();
  const read = () => statement<object>(db, "select * from installation_note where name = $1", ["from a migration"]);
  await statement(db, "insert into installation_note (name, value) values ($1, 'x')", ["from a migration"]);
  await read();
  const client = new Client(owner);
  await client.connect();
  await client.query("alter table installation_note add column added integer not null default 7");
  await client.end();
  expect(await read()).toEqual([{ name: "from a migration", value: "x", added: 7 }]);
});

test("refuses a seller that is no id, so that no text of a request reaches a statement unquoted", async () => {
  const named = connections.forSeller("'; drop table cart; --");
  await expect(statement(named, "select 1", [])).rejects.toThrow("not the id of a seller");
});

describe("a statement whose plan is kept", () => {
  /** As in production, where PostgreSQL chooses; in tests it keeps every plan. */
  let choosing: Connections;
  beforeAll(() => {
    choosing = new Connections({ ...app, options: `${app.options ?? ""} -c plan_cache_mode=auto`, max: 1 });
    return () => choosing.close();
  });
  const text = `select asked.key from ${eachKeyOf(1, "uuid")}`;
  const lists = [1, 3, 40, 1, 2, 5, 1].map((length) => Array.from({ length }, () => newId()));
  const planned = (beginning: string) =>
    statement(
      choosing.acrossSellers(),
      "select generic_plans::int as kept, custom_plans::int as anew from pg_prepared_statements where starts_with(statement, $1)",
      [beginning],
    );

  test.skipIf(inject("pooler"))("is planned once for all parameters, also outside a transaction", async () => {
    for (const list of lists) {
      expect(await statementWithKeptPlan(choosing.acrossSellers(), text, [list])).toHaveLength(list.length);
      await statement(choosing.acrossSellers(), text, [list]);
    }
    expect(await planned("/* plan kept */ select asked")).toEqual([{ kept: 7, anew: 0 }]);
    // The same statement without it: at least the first five times PostgreSQL plans for the parameters.
    expect(await planned("select asked")).toEqual([{ kept: 2, anew: 5 }]);
  });

  test.skipIf(inject("pooler"))("does not affect the statements after it", async () => {
    await statementWithKeptPlan(choosing.acrossSellers(), "select $1::int as nth", [1]);
    const mode = "select current_setting('plan_cache_mode') as mode";
    expect(await statement(choosing.acrossSellers(), mode, [])).toEqual([{ mode: "auto" }]);
  });
});
