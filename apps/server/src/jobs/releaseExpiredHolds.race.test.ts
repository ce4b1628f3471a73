import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { countLockWaits } from "../../test/database/countLockWaits.ts";
import { setUpRaceServers } from "../../test/database/raceServers.ts";
import type { TestApp } from "../../test/app/testApp.ts";
import { createCodes, createDiscount } from "../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../test/shop/testBuyer.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";
import { ownerOf } from "../../test/database/cloneDatabase.ts";

let one: TestApp;
let other: TestApp;
let shop: TestShop;
setUpRaceServers([], (first, second) => ([one, other] = [first, second]));
beforeEach(async () => {
  shop = await createTestShop(one.db);
  await recordPrices(one, shop);
  const { id } = await createCodes(one.db, shop, { TIDE: { max_uses: -1 } });
  await createDiscount(one.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
});

const cartCount = 12;
/** Expired carts with a ticket and a code each. */
const expireCarts = async (): Promise<void> => {
  for (let nth = 0; nth < cartCount; nth++) {
    const buyer = new TestBuyer(one, shop);
    buyer.clientAddress = `198.51.${nth}.1`;
    const cart = await buyer.hold(1);
    expect((await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "tide" })).status).toBe(200);
  }
  await sql`update cart set expires_at = app_now() - interval '1 hour' where seller_id = ${shop.seller_id}`.execute(
    one.db,
  );
};
const leftOver = async () => {
  const { rows } = await sql<{ used_capacity: number; used: number; held: number; carts: number }>`
    select (select used_capacity from event_session where id = ${shop.session.id}) as used_capacity,
      (select sum(used)::int from code where seller_id = ${shop.seller_id}) as used,
      (select count(*)::int from ticket where seller_id = ${shop.seller_id} and state = 'held') as held,
      (select count(*)::int from cart where seller_id = ${shop.seller_id} and state = 'pending') as carts`.execute(
    one.db,
  );
  return rows[0];
};
const nothing = { used_capacity: 0, used: 0, held: 0, carts: 0 };

/** Holds the session's row while `work` runs. */
const whileSessionIsLocked = async (work: () => Promise<void>): Promise<void> => {
  const blocker = new pg.Client(ownerOf(one.databaseConfig));
  await blocker.connect();
  await blocker.query("begin; set local app.seller = '*'");
  await blocker.query("select from event_session where seller_id = $1 and id = $2 for update", [
    shop.seller_id,
    shop.session.id,
  ]);
  try {
    await work();
  } finally {
    await blocker.query("rollback");
    await blocker.end();
  }
};

describe("expired holds of a shop with two servers", () => {
  test("expired holds of a shop with two servers are released once when both sweep at the same time", async () => {
    await expireCarts();
    let sweeps: Promise<number[]> | undefined;
    await whileSessionIsLocked(async () => {
      sweeps = Promise.all([releaseExpiredHolds(one.db), releaseExpiredHolds(other.db)]);
      await expect.poll(() => countLockWaits(one.db)).toBeGreaterThan(0);
    });
    const released = (await sweeps) ?? [];
    expect(released.reduce((sum, each) => sum + each, 0)).toBe(cartCount);
    expect(await leftOver()).toEqual(nothing);
  });

  test("expired holds of a shop with two servers are released by the next sweep when one is cut off in the middle", async () => {
    await expireCarts();
    let cutOff: Promise<unknown> | undefined;
    await whileSessionIsLocked(async () => {
      cutOff = releaseExpiredHolds(one.db).catch((error: unknown) => error);
      await expect.poll(() => countLockWaits(other.db)).toBeGreaterThan(0);
      await other.runAsOwner(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(await cutOff).toBeInstanceOf(Error);
    });
    expect(await leftOver()).toEqual({ used_capacity: cartCount, used: cartCount, held: cartCount, carts: cartCount });
    expect(await releaseExpiredHolds(other.db)).toBe(cartCount);
    expect(await leftOver()).toEqual(nothing);
  });
});
