import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { Connections, type Database } from "../connections.ts";
import { statement } from "./statement.ts";

let connections: Connections;
let db: Database;
beforeAll(async () => {
  const { app } = await cloneDatabase();
  connections = new Connections({ ...app, max: 1 });
  db = connections.acrossSellers();
});
afterAll(() => connections.close());

/** How often the connection has run a prepared statement with this text. */
const timesRun = async (text: string): Promise<number> => {
  const rows = await statement<{ times: number }>(
    db,
    "select (generic_plans + custom_plans)::int as times from pg_prepared_statements where statement = $1",
    [text],
  );
  return rows[0]?.times ?? 0;
};

test("a flood of texts is only prepared up to a limit, and a frequent statement stays prepared", async () => {
  const frequent = "select $1::int as frequent";
  await statement(db, frequent, [1]);
  for (let index = 0; index < 2100; index++) await statement(db, `select $1::int as built_${index}`, [index]);

  await statement(db, frequent, [2]);
  await statement(db, frequent, [3]);
  expect(await timesRun(frequent)).toBe(3);
  expect(await timesRun("select $1::int as built_2099")).toBe(0);
});
