import { afterEach, expect, test } from "vitest";
import type { TestApp } from "../../../test/app/testApp.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { rendezvous, setUpRaceServers } from "../../../test/database/raceServers.ts";
import { bulkRequest, endClaims, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(
  ["bulk_item_quoted", "bulk_item_ending", "order_change_locked"],
  (first, second) => ([one, other] = [first, second]),
);
afterEach(() => pauseAt("bulk_item_quoted", undefined));

const open = async (orders: number) => {
  const shop = await createDeskShop(one);
  const manager = await signedIn(one, shop, ["manager"]);
  const bought = [];
  for (let n = 0; n < orders; n++) bought.push(await buyAtDesk(one, shop, 1));
  return { shop, manager, bought };
};

test("two servers that work on one job process each order once", async () => {
  const { shop, manager } = await open(6);
  const started = await startBulk(manager, bulkRequest(shop));
  await Promise.all([runBulk(one), runBulk(other)]);
  await runBulk(one);
  expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts: { done: 6, left: 0 } });
  expect(await shopRows(one, "refund", shop)).toHaveLength(6);
  const log = (await auditOf(one.db, shop.seller_id)).map(({ action }) => action);
  expect(log.filter((action) => action === "order.cancelled")).toHaveLength(6);
  expect(log.filter((action) => action === "bulk.ended")).toHaveLength(1);
});

test("an order that a second server claims while the first is processing it is processed once", async () => {
  const { shop, manager } = await open(1);
  const started = await startBulk(manager, bulkRequest(shop));
  const claimEnded = Promise.withResolvers<void>();
  const claimedAgain = Promise.withResolvers<void>();
  const running: { slow?: Promise<number> } = {};
  let calls = 0;
  pauseAt("bulk_item_quoted", async () => {
    calls++;
    if (calls === 1) {
      // The first server has exceeded its claim, and continues after the second has claimed the order.
      await endClaims(one);
      claimEnded.resolve();
      await claimedAgain.promise;
    } else if (calls === 2) {
      claimedAgain.resolve();
      await running.slow;
    }
  });
  running.slow = runBulk(one);
  await claimEnded.promise;
  await Promise.all([running.slow, runBulk(other)]);
  pauseAt("bulk_item_quoted", undefined);
  await endClaims(one);
  await runBulk(one);
  expect((await jobOf(manager, started)).job.counts).toMatchObject({ done: 1, failed: 0, set_aside: 0 });
  const rows = await shopRows(one, "refund", shop);
  expect(rows).toHaveLength(1);
});

test("a concurrent bulk cancellation and cancellation by the buyer are done only once", async () => {
  const { shop, manager, bought } = await open(1);
  const [order] = bought;
  const started = await startBulk(manager, bulkRequest(shop));
  pauseAt("order_change_locked", rendezvous(500));
  const [reply] = await Promise.all([
    order && cancelTickets(new TestBuyer(other, shop), order, order.tickets),
    runBulk(one),
  ]);
  pauseAt("order_change_locked", undefined);
  await endClaims(one);
  await runBulk(one);
  const { job } = await jobOf(manager, started);
  expect(job.counts.done + (reply && refusalOf(reply) === "200" ? 1 : 0)).toBe(1);
  expect(job.counts.left + job.counts.failed).toBe(0);
  expect(await shopRows(one, "refund", shop)).toHaveLength(1);
});

test("an order that is disputed between quote and cancellation is set aside for review", async () => {
  const { shop, manager, bought } = await open(1);
  const started = await startBulk(manager, bulkRequest(shop));
  pauseAt("bulk_item_quoted", async () => {
    const { id } = await one.db
      .selectFrom("payment")
      .select("id")
      .where("ticket_order_id", "=", bought[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    await one.db
      .insertInto("payment_audit")
      .values({
        seller_id: shop.seller_id,
        id: crypto.randomUUID(),
        payment_id: id,
        audit_action: "dispute_opened",
        amount: 2000,
        currency: "USD",
        provider_ref: "dp_race",
      })
      .execute();
  });
  await runBulk(one);
  const { job, open: left } = await jobOf(manager, started);
  expect([job.counts.set_aside, left[0].reason]).toEqual([1, "payment_incorrect_amount"]);
  expect(await shopRows(one, "refund", shop)).toEqual([]);
});

test("a job that is paused while an order is worked on finishes that order and begins no other", async () => {
  const { shop, manager } = await open(3);
  const started = await startBulk(manager, bulkRequest(shop));
  let paused = false;
  pauseAt("bulk_item_quoted", async () => {
    if (paused) return;
    paused = true;
    await manager.post(`/bulk/${started.body.id}/steer`, { to: "pause" });
  });
  await runBulk(one);
  expect((await jobOf(manager, started)).job).toMatchObject({ state: "paused", counts: { done: 1, left: 2 } });
  await manager.post(`/bulk/${started.body.id}/steer`, { to: "resume" });
  await runBulk(one);
  expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts: { done: 3, left: 0 } });
});
