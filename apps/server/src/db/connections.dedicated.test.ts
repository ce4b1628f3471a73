import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PoolConfig } from "pg";
import { Connections, onDedicatedConnection, type Database } from "./connections.ts";
import { statement, type Pipeline } from "./statement.ts";
import { cloneDatabase } from "../../test/database/cloneDatabase.ts";

let logins: { readonly app: PoolConfig; readonly owner: PoolConfig };
let connections: Connections;
let db: Database;
beforeAll(async () => {
  logins = await cloneDatabase();
});
beforeEach(() => {
  connections = new Connections({ ...logins.app, max: 3 });
  db = connections.acrossSellers();
});
afterEach(() => connections.close());

const pidOn = async (pipeline: Pipeline) =>
  (await statement<{ pid: number }>(pipeline, "select pg_backend_pid() as pid", []))[0]?.pid;
const pidFor = (workload: string) => pidOn(onDedicatedConnection(db, workload));

describe("work in a lane", () => {
  test("finds the connection that did it before, also when others were busy meanwhile", async () => {
    const [till, doors] = [await pidFor("till"), await pidFor("doors")];
    expect(till).not.toBe(doors);
    for (let round = 0; round < 3; round++)
      expect([await pidFor("doors"), await pidFor("till"), await pidOn(db)].slice(0, 2)).toEqual([doors, till]);
  });

  test("goes on with two at once, and keeps one of them", async () => {
    const pids = await Promise.all([
      statement<{ pid: number }>(
        onDedicatedConnection(db, "till"),
        "select pg_backend_pid() as pid, pg_sleep(0.1)::text",
        [],
      ),
      statement<{ pid: number }>(
        onDedicatedConnection(db, "till"),
        "select pg_backend_pid() as pid, pg_sleep(0.1)::text",
        [],
      ),
    ]);
    expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(2);
    expect(connections.pool).toMatchObject({ totalCount: 2, idleCount: 1 });
  });

  test("keeps nothing that anybody waits for", async () => {
    for (const lane of ["one", "two", "three"]) await pidFor(lane);
    expect(connections.pool).toMatchObject({ totalCount: 3, idleCount: 0 });
    // All are kept, and there can be no fourth: without giving them back nobody would be answered.
    expect(await Promise.all([pidOn(db), pidOn(db), pidFor("four")])).toHaveLength(3);
  });

  test("gives back to who waits already", async () => {
    const held = await Promise.all([connections.acquire("*"), connections.acquire("*")]);
    const slow = statement(onDedicatedConnection(db, "till"), "select pg_sleep(0.1)", []);
    await sleep(20);
    const waits = pidOn(db);
    await slow;
    expect(await waits).toBeTypeOf("number");
    for (const client of held) client.release();
  });

  test("goes on with another when the one that was kept is cut", async () => {
    const first = await pidFor("till");
    const others = new Connections({ ...logins.owner, max: 1 });
    await statement(others.acrossSellers(), "select pg_terminate_backend($1)", [first]);
    await others.close();
    await sleep(50);
    const second = await pidFor("till");
    expect(second).toBeTypeOf("number");
    expect(second).not.toBe(first);
    expect(connections.pool.totalCount).toBe(1);
  });

  test("turns to the seller whose it is", async () => {
    const seen = async (seller: string) =>
      await statement<{ seller: string }>(
        onDedicatedConnection(connections.forSeller(seller), "till"),
        "select current_setting('app.seller') as seller, pg_backend_pid() as pid",
        [],
      );
    const [[one], [other]] = [await seen("one"), await seen("other")];
    expect([one?.seller, other?.seller]).toEqual(["one", "other"]);
    expect(one).toHaveProperty("pid", Reflect.get(other ?? {}, "pid"));
  });
});
