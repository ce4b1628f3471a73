import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import { moveClock } from "../../../test/database/moveClock.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { transact } from "../../db/transact.ts";
import { claimTurn, endTurn, sellersInTurn } from "./jobTurns.sql.ts";
import { retentionJob } from "../retention/deleteOldRows.ts";

const daily = { job: "retention", everyHours: 24 } as const;
const id = "5b1d5d2e-0f5b-4a54-9d0e-6b1c1a3f2c11";

let server: TestApp;
let shop: TestShop;
let hours = 0;
beforeEach(async () => {
  server = await openTestApp();
  moveClock(server.connections, () => `${hours} hours`);
  shop = await createTestShop(server.db);
  return () => server.close();
});
afterEach(() => void (hours = 0));

const slugsInTurn = async (): Promise<string[]> => (await sellersInTurn(server.db, daily)).map(({ slug }) => slug);
const claim = () => claimTurn(server.connections.forSeller(shop.seller_id), shop.seller_id, daily);

test("a seller's turn comes once a period", async () => {
  expect(await slugsInTurn()).toEqual([shop.slug]);
  expect(await claim()).toEqual({ continues_after: null });
  expect(await slugsInTurn()).toEqual([]);
  expect(await claim()).toBeUndefined();
  hours = 23;
  expect(await slugsInTurn()).toEqual([]);
  expect(await claim()).toBeUndefined();
  hours = 25;
  expect(await slugsInTurn()).toEqual([shop.slug]);
  expect(await claim()).toEqual({ continues_after: null });
});

test("the turns of one job are not those of another", async () => {
  await claim();
  const journal = { job: "journal_days", everyHours: 1 } as const;
  expect((await sellersInTurn(server.db, journal)).map(({ slug }) => slug)).toEqual([shop.slug]);
});

test("an unfinished turn comes again at once, and continues", async () => {
  await claim();
  const db = server.connections.forSeller(shop.seller_id);
  await endTurn(db, shop.seller_id, { job: "retention", isFinished: false, continues_after: id });
  expect(await slugsInTurn()).toEqual([shop.slug]);
  expect(await claim()).toEqual({ continues_after: id });
});

test("a turn is claimed by one of two servers at the same time", async () => {
  const db = server.connections.forSeller(shop.seller_id);
  let second: ReturnType<typeof claim> | undefined;
  await transact({ db }, async ({ db }) => {
    expect(await claimTurn(db, shop.seller_id, daily)).toEqual({ continues_after: null });
    second = claim();
    expect(await doneOrWaiting(server.db, second)).toBe("waits");
  });
  expect(await second).toBeUndefined();
});

test("old rows of a seller are looked for once a day, and again at once after a failure", async () => {
  const errors: object[] = [];
  const job = retentionJob(
    { connections: server.connections, retentionDays: {}, log: { error: (fields) => void errors.push(fields) } },
    24,
  );
  await server.runAsOwner("alter table scan rename to scan_away");
  await job();
  expect(errors).not.toEqual([]);
  await server.runAsOwner("alter table scan_away rename to scan");
  expect(await slugsInTurn()).toEqual([shop.slug]);
  errors.length = 0;
  await job();
  expect(errors).toEqual([]);
  expect(await slugsInTurn()).toEqual([]);

  const insertAttempt = () =>
    sql`insert into login_attempt (seller_id, action, at) values (${shop.seller_id}::uuid, 'login', now() - interval '3 days') returning true`.execute(
      server.db,
    );
  await insertAttempt();
  expect(await job()).toBe(0);
  hours = 25;
  expect(await job()).toBe(1);
});
