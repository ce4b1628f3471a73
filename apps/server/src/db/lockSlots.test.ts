import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { countLockWaits } from "../../test/database/countLockWaits.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import type { Database } from "./connections.ts";
import { lockSlots } from "./lockSlots.sql.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const ofSeller = (): Database => server.connections.forSeller(shop.seller_id);
const rows = async () =>
  (
    await sql<{ slot: number; version: string }>`select slot, xmin::text as version from lock_slot
      where seller_id = ${shop.seller_id}::uuid and purpose = 'voucher' order by slot`.execute(ofSeller())
  ).rows;

test("a key is locked until the transaction ends, also where its row is there already", async () => {
  const ended: string[] = [];
  const lockTwice = async (name: string, work: () => Promise<void>): Promise<void> => {
    await ofSeller()
      .transaction()
      .execute(async (tx) => {
        await lockSlots(tx, shop.seller_id, "voucher", ["A1", "B2"]);
        await work();
        ended.push(name);
      });
  };
  for (let round = 0; round < 2; round++) {
    ended.length = 0;
    let second: Promise<void> | undefined;
    await lockTwice("first", async () => {
      second = lockTwice("second", async () => undefined);
      await expect.poll(() => countLockWaits(server.db)).toBe(1);
      expect(ended).toEqual([]);
    });
    await second;
    expect(ended).toEqual(["first", "second"]);
  }
});

test("a row that is there is locked and not written", async () => {
  const lock = () => lockSlots(ofSeller(), shop.seller_id, "voucher", ["A1", "B2", "A1"]);
  await lock();
  const before = await rows();
  await lock();
  expect(await rows()).toEqual(before);
  expect(before.length).toBe(2);
});

test("keys of another purpose or another seller do not wait", async () => {
  const other = await createTestShop(server.db);
  await ofSeller()
    .transaction()
    .execute(async (tx) => {
      await lockSlots(tx, shop.seller_id, "voucher", ["A1"]);
      await lockSlots(ofSeller(), shop.seller_id, "payment_try", ["A1"]);
      await lockSlots(server.connections.forSeller(other.seller_id), other.seller_id, "voucher", ["A1"]);
    });
});
