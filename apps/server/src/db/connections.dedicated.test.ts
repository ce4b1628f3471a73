import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PoolConfig } from "pg";
import { newId } from "./newId.ts";
import { Connections, onDedicatedConnection, type Database } from "./connections.ts";
import { statement, type Pipeline } from "./statements/statement.ts";
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

describe("a dedicated connection", () => {
  test("a dedicated connection is reused for its workload, also after other work", async () => {
    const [checkout, visitors] = [await pidFor("checkout"), await pidFor("visitors")];
    expect(checkout).not.toBe(visitors);
    for (let round = 0; round < 3; round++)
      expect([await pidFor("visitors"), await pidFor("checkout"), await pidOn(db)].slice(0, 2)).toEqual([
        visitors,
        checkout,
      ]);
  });

  test("a dedicated connection is one of two after concurrent work", async () => {
    const pids = await Promise.all([
      statement<{ pid: number }>(
        onDedicatedConnection(db, "checkout"),
        "select pg_backend_pid() as pid, pg_sleep(0.1)::text",
        [],
      ),
      statement<{ pid: number }>(
        onDedicatedConnection(db, "checkout"),
        "select pg_backend_pid() as pid, pg_sleep(0.1)::text",
        [],
      ),
    ]);
    expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(2);
    expect(connections.pool).toMatchObject({ totalCount: 2, idleCount: 1 });
  });

  test("a dedicated connection is given up when the pool runs out", async () => {
    for (const workload of ["one", "two", "three"]) await pidFor(workload);
    expect(connections.pool).toMatchObject({ totalCount: 3, idleCount: 0 });
    // All three connections are reserved and the pool has no fourth: unless some are released, these would time out.
    expect(await Promise.all([pidOn(db), pidOn(db), pidFor("four")])).toHaveLength(3);
  });

  test("a dedicated connection is released to a request that waits already", async () => {
    const held = await Promise.all([connections.acquire("*"), connections.acquire("*")]);
    const slow = statement(onDedicatedConnection(db, "checkout"), "select pg_sleep(0.1)", []);
    await sleep(20);
    const waits = pidOn(db);
    await slow;
    expect(await waits).toBeTypeOf("number");
    for (const client of held) client.release();
  });

  test("a dedicated connection is replaced when it breaks", async () => {
    const first = await pidFor("checkout");
    const others = new Connections({ ...logins.owner, max: 1 });
    await statement(others.acrossSellers(), "select pg_terminate_backend($1)", [first]);
    await others.close();
    await sleep(50);
    const second = await pidFor("checkout");
    expect(second).toBeTypeOf("number");
    expect(second).not.toBe(first);
    expect(connections.pool.totalCount).toBe(1);
  });

  test("a dedicated connection is switched to the seller of each statement", async () => {
    const seen = async (seller: string) =>
      await statement<{ seller: string }>(
        onDedicatedConnection(connections.forSeller(seller), "checkout"),
        "select current_setting('app.seller') as seller, pg_backend_pid() as pid",
        [],
      );
    const sellers = [newId(), newId()] as const;
    const [[one], [other]] = [await seen(sellers[0]), await seen(sellers[1])];
    expect([one?.seller, other?.seller]).toEqual(sellers);
    expect(one).toHaveProperty("pid", Reflect.get(other ?? {}, "pid"));
  });
});

describe("connections of many sellers", () => {
  /** Sellers whose statements take `seconds`, each with `count` at once. */
  const keepBusy = (many: Connections, seller: string, count: number, seconds: number) =>
    Array.from({ length: count }, () =>
      statement(many.forSeller(seller), "select pg_sleep($1)::text as slept", [seconds]),
    );

  test("a seller whose statements wait for a lock leaves connections to others", async () => {
    const many = new Connections({ ...logins.app, max: 5 });
    const [busy, calm] = [newId(), newId()] as const;
    const order: string[] = [];
    const all = keepBusy(many, busy, 12, 0.5).map((one) => one.then(() => order.push("busy")));
    await sleep(20);
    await pidOn(many.forSeller(calm));
    expect(order).toEqual([]);
    expect(many.waitingCount).toBe(8);
    await Promise.all(all);
    await many.close();
  });

  test("a seller waits for one of another's statements, not for all that came before", async () => {
    const many = new Connections({ ...logins.app, max: 1 });
    const [busy, calm] = [newId(), newId()] as const;
    const order: string[] = [];
    const all = keepBusy(many, busy, 8, 0.02).map((one) => one.then(() => order.push("busy")));
    all.push(pidOn(many.forSeller(calm)).then(() => order.push("calm")));
    await Promise.all(all);
    expect(order.indexOf("calm")).toBeLessThanOrEqual(2);
    await many.close();
  });

  test("a request that waits when the server closes is refused", async () => {
    const many = new Connections({ ...logins.app, max: 1 });
    const both = Promise.allSettled(keepBusy(many, newId(), 2, 0.1));
    await sleep(20);
    await many.close();
    expect(await both).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { message: "No connection to the database is free" } },
    ]);
  });
});
