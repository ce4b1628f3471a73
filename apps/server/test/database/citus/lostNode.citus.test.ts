import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { checkInvariants } from "../../../src/cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../../app/testApp.ts";
import { createTestShop, type TestShop } from "../../shop/createTestShop.ts";
import { cards, TestBuyer } from "../../shop/testBuyer.ts";
import { ownerOf } from "../cloneDatabase.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const onNode = async (port: number | undefined, database: string, ...statements: readonly string[]): Promise<void> => {
  const client = new Client({ ...inject("cluster"), ...(port !== undefined && { port }), database });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const nodeOf = async ({ seller_id }: TestShop): Promise<number> => {
  const client = new Client(ownerOf(server.databaseConfig));
  await client.connect();
  const { rows } = await client.query<{ nodeport: number }>(
    `select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column('cart', $1::uuid)`,
    [seller_id],
  );
  await client.end();
  return rows[0]?.nodeport ?? 0;
};

/** Two shops whose rows are on different workers. */
const shopsOnTwoNodes = async (): Promise<{
  readonly lost: TestShop;
  readonly kept: TestShop;
  readonly port: number;
}> => {
  const lost = await createTestShop(server.db);
  const port = await nodeOf(lost);
  for (;;) {
    const kept = await createTestShop(server.db);
    if ((await nodeOf(kept)) !== port) return { lost, kept, port };
  }
};

const buy = async (shop: TestShop): Promise<"sold" | "failed"> => {
  const buyer = new TestBuyer(server, shop);
  try {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    const { status } = await buyer.checkOut(cart);
    return status === 200 ? "sold" : "failed";
  } catch {
    return "failed";
  }
};

const ordersOf = async ({ seller_id }: TestShop): Promise<number> => {
  const rows = await server.db.selectFrom("ticket_order").select("id").where("seller_id", "=", seller_id).execute();
  return rows.length;
};

test("while a worker is lost in the middle of purchases, the sellers of the other worker keep selling; nothing is lost", async () => {
  const { lost, kept, port } = await shopsOnTwoNodes();
  const database = String(server.databaseConfig.database);
  const before = await Promise.all([buy(lost), buy(kept)]);
  expect(before).toEqual(["sold", "sold"]);

  const interrupted = Array.from({ length: 4 }, () => buy(lost));
  // Makes the node unreachable for this database: its sessions end and no new ones can start.
  await onNode(
    port,
    "postgres",
    `alter database ${database} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
  const meanwhile = [];
  for (let index = 0; index < 3; index++) meanwhile.push(await buy(kept));
  expect(meanwhile).toEqual(["sold", "sold", "sold"]);
  expect(await buy(lost)).toBe("failed");
  const answered = (await Promise.all(interrupted)).filter((outcome) => outcome === "sold").length;

  await onNode(port, "postgres", `alter database ${database} with allow_connections true`);
  // The coordinator may first try connections that were lost with the node.
  await expect.poll(() => buy(lost), { timeout: 30_000 }).toBe("sold");
  expect(await ordersOf(lost)).toBeGreaterThanOrEqual(answered + 2);
  expect(await ordersOf(kept)).toBe(4);
  expect(await checkInvariants(server.db)).toEqual([]);
});
