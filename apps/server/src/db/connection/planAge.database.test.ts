import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { Connections } from "../connections.ts";
import { statement } from "../statements/statement.ts";
import { transactPipelined } from "../transact.ts";

let connections: Connections;
let owner: Client;
beforeAll(async () => {
  const logins = await cloneDatabase();
  connections = new Connections({ ...logins.app, max: 1 });
  owner = new Client(logins.owner);
  await owner.connect();
});
afterAll(async () => {
  await connections.close();
  await owner.end();
});

const find = "select value from growing_table where id = $1";

/** The plan that the session keeps for the statement. */
const keptPlan = (): Promise<string> =>
  transactPipelined(connections.acrossSellers(), async (pipeline) => {
    await statement(pipeline, find, [1]);
    const [prepared] = await statement<{ name: string }>(
      pipeline,
      "select name from pg_prepared_statements where statement = $1",
      [find],
    );
    const lines = await statement<{ "QUERY PLAN": string }>(
      pipeline,
      `/* planned anew */ explain (costs off) execute ${prepared?.name} (1)`,
      [],
    );
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });

test("a statement that was planned for an empty table is planned again once the table has grown", async () => {
  await owner.query("create table growing_table (id int primary key, value text)");
  await owner.query("grant select on growing_table to public");
  await owner.query("analyze growing_table");
  expect(await keptPlan()).toContain("Seq Scan");
  await owner.query("insert into growing_table select n, repeat('x', 100) from generate_series(1, 3000) n");
  await owner.query("select pg_stat_force_next_flush()");
  // The session's first second is over, and the table has not been analyzed.
  await sleep(1100);
  // Its next transaction learns that the table has grown.
  await keptPlan();
  expect(await keptPlan()).toContain("Index Scan");
});
