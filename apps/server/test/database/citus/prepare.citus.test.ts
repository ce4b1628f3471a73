import type { PoolConfig } from "pg";
import { expect, test } from "vitest";
import { checkInvariants } from "../../../src/cli/checkInvariants.ts";
import { prepareCluster } from "../../../src/db/cluster/distribute.ts";
import { migrate } from "../../../src/db/migrate/migrate.ts";
import { openTestApp, type TestApp } from "../../app/testApp.ts";
import { createTestShop, type TestShop } from "../../shop/createTestShop.ts";
import { TestBuyer } from "../../shop/testBuyer.ts";
import { createBareDatabase } from "../cloneDatabase.ts";
import { fewShards, makeCluster, run } from "./makeCluster.ts";

/** Rows of a distributed table in the coordinator's own files, where erasing a person would miss them. */
const leftOnCoordinator = "select logicalrelid::text from pg_dist_partition where pg_relation_size(logicalrelid) > 0";

const rowsOf = async (owner: PoolConfig, tables: readonly string[]): Promise<Record<string, unknown>> =>
  Object.assign(
    {},
    ...(await Promise.all(
      tables.map(async (name) => {
        const counting = `select count(*)::int as n from ${name}`;
        const [row] = await run(owner, "set app.seller = '*'", counting);
        return { [name]: row?.["n"] };
      }),
    )),
  );

const buyAtEach = async (server: TestApp, shops: readonly TestShop[]): Promise<number[]> =>
  Promise.all(
    shops.map(async (shop) =>
      Number((await new TestBuyer(server, shop).buy(2)).body.ticket_order._data[0].order_number),
    ),
  );

test("a database with sellers, orders and a journal becomes a cluster: every row is there, and they sell on", async () => {
  const { owner, app } = await createBareDatabase();
  await migrate({ ...owner, options: "-c client_min_messages=error" });
  const before = await openTestApp({}, { databaseConfig: app });
  const shops = await Promise.all([1, 2, 3].map(() => createTestShop(before.db)));
  expect(await buyAtEach(before, shops)).toEqual([100_001, 100_001, 100_001]);
  await before.close();

  const tables = [
    "seller",
    "cart",
    "ticket",
    "ticket_order",
    "payment",
    "journal_entry",
    "transition",
    "order_counter",
  ];
  const counted = await rowsOf(owner, tables);
  expect(counted).toMatchObject({ seller: 3, ticket_order: 3, order_counter: 3, ticket: 6 });
  expect(counted["journal_entry"]).toBeGreaterThan(0);

  await makeCluster(owner);
  const distributed = await prepareCluster({ ...owner, options: fewShards });
  expect(distributed.length).toBeGreaterThan(60);
  expect(distributed).toContain("journal_entry");
  expect(await rowsOf(owner, tables)).toEqual(counted);
  expect(await run(owner, leftOnCoordinator)).toEqual([]);

  const after = await openTestApp({}, { databaseConfig: app });
  expect(await buyAtEach(after, shops)).toEqual([100_002, 100_002, 100_002]);
  expect(await checkInvariants(after.db)).toEqual([]);
  await after.close();
}, 240_000);
