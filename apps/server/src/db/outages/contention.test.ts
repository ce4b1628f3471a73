import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import pg from "pg";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { Connections } from "../connections.ts";
import { pauseAt } from "../faultPoints.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { ownerOf } from "../../../test/database/cloneDatabase.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  await server.runAsOwner("create sequence failures; grant usage on sequence failures to foyer_app");
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});

const heldTickets = async (): Promise<number> =>
  (
    await server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "held")
      .execute()
  ).length;
/** Counts with a sequence, which includes what is rolled back. */
const countFailures = async (): Promise<number> => {
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  const { rows } = await client.query<{ n: string }>("select last_value as n from failures where is_called");
  await client.end();
  return Number(rows[0]?.n ?? 0);
};
/** Makes the first `times` transactions that hold tickets fail as if they had lost a conflict. */
const failFirst = (times: number, sqlstate: string): Promise<void> =>
  server.runAsOwner(`alter sequence failures restart;
    create or replace function lose_conflict() returns trigger language plpgsql as $$
      begin
        if nextval('failures') <= ${times} then raise sqlstate '${sqlstate}'; end if;
        return new;
      end $$;
    create trigger conflict before insert on ticket for each row execute function lose_conflict()`);
const endConflicts = () => server.runAsOwner("drop trigger conflict on ticket");

describe.each([
  ["a deadlock", "40P01"],
  ["a failed serialization", "40001"],
  ["a lock that is not available", "55P03"],
])("a hold that loses %s", (_, sqlstate) => {
  test("twice is repeated, and happens once", async () => {
    await failFirst(2, sqlstate);
    const { status } = await new TestBuyer(server, shop).requestTickets(1);
    await endConflicts();
    expect([status, await heldTickets(), await countFailures()]).toEqual([200, 1, 3]);
  });

  test("each time is refused as unavailable after three attempts, and the repeated request is served", async () => {
    const buyer = new TestBuyer(server, shop);
    await buyer.hold(1);
    const headers = { cookie: buyer.cookie, "idempotency-key": crypto.randomUUID() };
    const send = () => server.post(shop.slug, "/api/my/cart/modify", { add: [ticketLine(shop.event, 2)] }, { headers });
    await failFirst(1000, sqlstate);
    const lost = await send();
    await endConflicts();
    expect([lost.status, lost.body._data[0]._code, lost.headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
    expect([await heldTickets(), await countFailures()]).toEqual([1, 3]);
    expect([(await send()).status, await heldTickets()]).toEqual([200, 3]);
    expect([(await send()).status, await heldTickets()]).toEqual([200, 3]);
  });
});

test("a hold whose connection the database ends holds nothing, and the next one is served", async () => {
  pauseAt("hold_locked", async () => {
    pauseAt("hold_locked", undefined);
    await server.runAsOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  });
  const ended = await new TestBuyer(server, shop).requestTickets(2);
  expect([ended.status, ended.body._data[0]._code]).toEqual([503, "unavailable"]);
  expect(await heldTickets()).toBe(0);
  await expect.poll(async () => (await new TestBuyer(server, shop).requestTickets(2)).status).toBe(200);
  expect(await heldTickets()).toBe(2);
});

test("a hold that waits too long for a lock is refused as unavailable, and does not take effect later", async () => {
  const connections = new Connections({ ...server.databaseConfig, max: 3, statement_timeout: 300 });
  const impatient = await openTestApp({ connections }, server);
  const blocker = new pg.Client(ownerOf(server.databaseConfig));
  await blocker.connect();
  await blocker.query("begin; set local app.seller = '*'");
  await blocker.query("select from event_session where id = $1 for update", [shop.session.id]);
  const late = await new TestBuyer(impatient, shop).requestTickets(1);
  await blocker.query("rollback");
  await blocker.end();
  expect([late.status, late.body._data[0]._code]).toEqual([503, "unavailable"]);
  expect(await heldTickets()).toBe(0);
  expect((await new TestBuyer(impatient, shop).requestTickets(1)).status).toBe(200);
  expect(await heldTickets()).toBe(1);
  await impatient.close();
  await connections.close();
});
