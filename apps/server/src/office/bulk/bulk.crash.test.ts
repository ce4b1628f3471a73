import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { bulkRequest, endClaims, jobOf, runBulk, startBulk } from "../../../test/office/bulkJobs.ts";
import { buyAtDesk, createDeskShop } from "../../../test/office/deskShop.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import { shopRows, shopStates } from "../../../test/orders/changedOrders.ts";
import { crashRepeatOptions } from "../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";
import { startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

/** The position within the job at which the server crashes, and how many of its orders are done by then. */
const crashes = [
  ["an order is claimed", "bulk_item_claimed:2", 1],
  ["an order is changed and not committed", "bulk_item_changed:2", 1],
  ["an order is committed and its refund not sent", "after_refund_row:2", 2],
  ["a refund is sent and not recorded", "after_refund_sent:2", 2],
  ["the job ends", "bulk_job_ending:1", 3],
] as const;
/** How a server ends at a crash point, rather than by an error of its own. */
const byCrash = [null, "SIGKILL"];

test.each(crashes)(
  "killed when %s and started again, a job cancels each order once",
  crashRepeatOptions,
  async (_, fault, done) => {
    const shop = await createDeskShop(server);
    const manager = await signedIn(server, shop, ["manager"]);
    for (const quantity of [1, 2, 1]) await buyAtDesk(server, shop, quantity);
    const started = await startBulk(manager, bulkRequest(shop));
    const doomed = await startCrashingServer(login.owner, fault);
    expect(await doomed.exited).toEqual(byCrash);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "running", counts: { done, left: 3 - done } });
    expect(await checkInvariants(server.db)).toEqual([]);
    await endClaims(server);
    await runBulk(server);
    await recoverAfterRestart(server);
    await runBulk(server);
    const { job } = await jobOf(manager, started);
    expect(job).toMatchObject({
      state: "done",
      counts: { done: 3, set_aside: 0, failed: 0, left: 0 },
      refund: "80.00",
    });
    expect(await shopStates(server, "ticket", shop)).toEqual(Array.from({ length: 4 }, () => "cancelled"));
    const refunds = await shopRows(server, "refund", shop);
    expect(refunds.map(({ amount, state }) => `${String(amount)} ${String(state)}`).toSorted()).toEqual([
      "2000 succeeded",
      "2000 succeeded",
      "4000 succeeded",
    ]);
    const mails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "order_cancelled");
    expect(mails).toHaveLength(3);
    const log = (await auditOf(server.db, shop.seller_id)).map(({ action }) => action);
    expect(log.filter((action) => action === "order.cancelled")).toHaveLength(3);
    expect(log.filter((action) => action === "bulk.ended")).toHaveLength(1);
    expect(await checkInvariants(server.db)).toEqual([]);
  },
);

const moveCrashes = [
  ["an order is claimed", "bulk_item_claimed:2", 1],
  ["the places are held", "after_hold_commit:2", 1],
  ["an order is changed and not committed", "inside_order_transaction:2", 1],
] as const;

test.each(moveCrashes)(
  "killed when %s and started again, a job moves each order once",
  crashRepeatOptions,
  async (_, fault, done) => {
    const shop = await createDeskShop(server);
    const manager = await signedIn(server, shop, ["manager"]);
    for (const quantity of [1, 2, 1]) await buyAtDesk(server, shop, quantity);
    const target = shop.event.sessions[1]?.id ?? "";
    const started = await startBulk(manager, bulkRequest(shop, { action: "move", target_session_id: target }));
    const doomed = await startCrashingServer(login.owner, fault);
    expect(await doomed.exited).toEqual(byCrash);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "running", counts: { done, left: 3 - done } });
    await endClaims(server);
    await runBulk(server);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({
      state: "done",
      counts: { done: 3, set_aside: 0, left: 0 },
    });
    const tickets = await shopRows(server, "ticket", shop);
    const booked = tickets.filter(({ state }) => state === "booked");
    expect(booked.map(({ event_session_id }) => event_session_id)).toEqual(Array.from({ length: 4 }, () => target));
    expect(tickets.filter(({ state }) => state === "held")).toEqual([]);
    expect((await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "order_changed")).toHaveLength(3);
    expect(await checkInvariants(server.db)).toEqual([]);
  },
);

test.each([
  ["makes gift cards", { action: "gift_card" }, "order_cancelled", "80.00"],
  ["only writes", { action: "write", subject: "Bring a coat", message: "It is cold." }, "bulk_message", "0"],
])(
  "killed when an order is changed and not committed and started again, a job that %s does each order once",
  crashRepeatOptions,
  async (_, what, email, gift_card) => {
    const shop = await createDeskShop(server);
    const manager = await signedIn(server, shop, ["manager"]);
    for (const quantity of [1, 2, 1]) await buyAtDesk(server, shop, quantity);
    const accounts = (await shopRows(server, "ledger_account", shop)).length;
    const started = await startBulk(manager, bulkRequest(shop, what));
    const doomed = await startCrashingServer(login.owner, "bulk_item_changed:2");
    expect(await doomed.exited).toEqual(byCrash);
    expect((await jobOf(manager, started)).job).toMatchObject({ state: "running", counts: { done: 1, left: 2 } });
    expect(await checkInvariants(server.db)).toEqual([]);
    await endClaims(server);
    await runBulk(server);
    await runBulk(server);
    expect((await jobOf(manager, started)).job).toMatchObject({
      state: "done",
      counts: { done: 3, set_aside: 0, failed: 0, left: 0 },
      refund: "0",
      gift_card,
    });
    expect((await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === email)).toHaveLength(3);
    const made = (await shopRows(server, "ledger_account", shop)).length - accounts;
    expect(made).toBe(what.action === "gift_card" ? 3 : 0);
    expect(await shopRows(server, "refund", shop)).toEqual([]);
    expect(await checkInvariants(server.db)).toEqual([]);
  },
);

test(
  "killed while it writes to buyers who can choose and started again, a job writes to each once",
  crashRepeatOptions,
  async () => {
    const shop = await createDeskShop(server);
    const manager = await signedIn(server, shop, ["manager"]);
    for (const quantity of [1, 2]) await buyAtDesk(server, shop, quantity);
    const day = Temporal.Now.plainDateISO(shop.timezone).add({ days: 2 }).toString();
    const words = { subject: "The pier is closed", message: "A storm has damaged it." };
    await startBulk(manager, bulkRequest(shop, { offers_choice: true, from_day: day, ...words }));
    const doomed = await startCrashingServer(login.owner, "bulk_choice_told:1");
    expect(await doomed.exited).toEqual(byCrash);
    expect(await checkInvariants(server.db)).toEqual([]);
    await runBulk(server);
    await runBulk(server);
    const mails = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "bulk_message");
    expect(mails).toHaveLength(2);
  },
);
