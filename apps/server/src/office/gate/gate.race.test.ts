import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { doneOrWaiting } from "../../../test/database/doneOrWaiting.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import {
  buyForGate,
  countsOf,
  createGateShop,
  startsIn,
  statesOf,
  timezoneByDay,
  type GateOrder,
} from "../../../test/office/gateShop.ts";
import { inShort, offlineScan, pairedDevice, scanWith, sendScans } from "../../../test/office/testGate.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { cancelTickets, createChangeShop, refusalOf, withLink } from "../../../test/orders/changedOrders.ts";
import { sendOn } from "../../../test/orders/sentTickets.ts";
import { newId } from "../../db/newId.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { roundsToday } from "../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["scan_found", "scan_locked", "order_tickets_cancelled", "tickets_handed_over"], (first, second) => {
  one = first;
  other = second;
});

/** Does something once, when a scan has locked its ticket and has not decided yet. */
const whenScanned = (work: () => Promise<unknown>): void => {
  let isDone = false;
  pauseAt("scan_locked", async () => {
    if (isDone) return;
    isDone = true;
    await work();
  });
};

test("T87: the same code at two devices at once admits one, in each round", async () => {
  const shop = await createGateShop(one, { sessions: [{ ...startsIn(15), capacity: 100 }] });
  const gate = await pairedDevice(one, shop);
  const side = await pairedDevice(other, shop, { name: "Side door" });
  for (let n = 0; n < roundsToday(20); n++) {
    const order = await buyForGate(one, shop);
    const [code = ""] = order.codes;
    // 128 random bits, which cannot be guessed.
    expect(code).toMatch(/^[0-9A-F]{32}$/);
    const answers = await Promise.all([scanWith(gate.browser, { code }), scanWith(side.browser, { code })]);
    expect(answers.map(inShort).toSorted()).toEqual(["no already_in refused", "welcome entry"]);
    expect(await statesOf(one, order)).toEqual(["redeemed"]);
  }
});

test("two devices meet at the ticket's row: the second waits and is shown who was first", async () => {
  const shop = await createGateShop(one);
  const gate = await pairedDevice(one, shop);
  const side = await pairedDevice(other, shop, { name: "Side door" });
  const order = await buyForGate(one, shop);
  const [code = ""] = order.codes;
  let second: Promise<string> | undefined;
  whenScanned(async () => {
    second = scanWith(side.browser, { code }).then(inShort);
    await doneOrWaiting(one.db, second);
  });
  expect(inShort(await scanWith(gate.browser, { code }))).toBe("welcome entry");
  expect(await second).toBe("no already_in refused");
  expect(await countsOf(one, order.tickets[0])).toEqual(["entry", "refused"]);
});

test("the same scan from two tabs at once is recorded once and answered the same", async () => {
  const shop = await createGateShop(one);
  const gate = await pairedDevice(one, shop);
  const tab = Object.assign(await pairedDevice(other, shop), {});
  tab.browser.cookie = gate.browser.cookie;
  for (let n = 0; n < 5; n++) {
    const order = await buyForGate(one, shop);
    const scan = { id: newId(), code: order.codes[0] ?? "" };
    const [first, again] = await Promise.all([scanWith(gate.browser, scan), scanWith(tab.browser, scan)]);
    expect(again).toEqual(first);
    expect(await countsOf(one, order.tickets[0])).toEqual(["entry"]);
  }
});

test("a ticket that is scanned while it is being cancelled waits, and admits nobody", async () => {
  const shop = await createChangeShop(one, undefined, { sessions: [startsIn(25)] }, { timezone: timezoneByDay() });
  const gate = await pairedDevice(one, shop);
  const order = await buyForGate(one, shop);
  let scanned: Promise<string> | undefined;
  pauseAt("order_tickets_cancelled", async () => {
    scanned ??= scanWith(gate.browser, { code: order.codes[0] ?? "" }).then(inShort);
    await doneOrWaiting(one.db, scanned);
  });
  expect(refusalOf(await cancelTickets(withLink(other, shop), order, order.tickets))).toBe("200");
  expect([await scanned, await statesOf(one, order)]).toEqual(["no cancelled refused", ["cancelled"]]);
});

test("an old code that is scanned while the ticket is sent to somebody lets nobody in", async () => {
  const shop = await createChangeShop(one, undefined, { sessions: [startsIn(25)] }, { timezone: timezoneByDay() });
  const gate = await pairedDevice(one, shop);
  const order = await buyForGate(one, shop);
  let scanned: Promise<string> | undefined;
  pauseAt("tickets_handed_over", async () => {
    scanned ??= scanWith(gate.browser, { code: order.codes[0] ?? "" }).then(inShort);
    await doneOrWaiting(one.db, scanned);
  });
  expect(refusalOf(await sendOn(withLink(other, shop), order, order.tickets))).toBe("200");
  expect([await scanned, await statesOf(one, order)]).toEqual(["no replaced refused", ["booked"]]);
  expect(inShort(await scanWith(gate.browser, { code: order.codes[0] ?? "" }))).toBe("no replaced refused");
});

test("the code of an order that is scanned while its ticket is sent to somebody lets nobody in", async () => {
  const shop = await createChangeShop(one, undefined, { sessions: [startsIn(25)] }, { timezone: timezoneByDay() });
  const gate = await pairedDevice(one, shop);
  const order = await buyForGate(one, shop);
  let scanned: Promise<string> | undefined;
  pauseAt("tickets_handed_over", async () => {
    scanned ??= scanWith(gate.browser, { code: order.orderCode }).then(inShort);
    await doneOrWaiting(one.db, scanned);
  });
  expect(refusalOf(await sendOn(withLink(other, shop), order, order.tickets))).toBe("200");
  expect([await scanned, await statesOf(one, order)]).toEqual(["no replaced refused", ["booked"]]);
});

test.each([
  ["is scanned", (order: GateOrder) => ({ code: order.orderCode })],
  [
    "was scanned, and one of its tickets chosen,",
    ({ tickets, orderCode }: GateOrder) => ({
      ticket_id: tickets[0] ?? "",
      code: createHash("sha256").update(orderCode).digest("hex"),
    }),
  ],
])("the code of an order that %s while staff replace it lets nobody in", async (_, scanOf) => {
  const shop = await createGateShop(one);
  const gate = await pairedDevice(one, shop);
  const manager = await signedIn(other, shop, ["manager"]);
  const order = await buyForGate(one, shop);
  const { order_number } = await one.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  let isReplaced = false;
  pauseAt("scan_found", async () => {
    if (isReplaced) return;
    isReplaced = true;
    const { version } = (await manager.get(`/orders/${order_number}/version`)).body;
    const sent = { version, tickets: order.tickets, reason: "The e-mail was passed on" };
    expect((await manager.post(`/orders/${order_number}/new_codes`, sent)).status).toBe(200);
  });
  expect(inShort(await scanWith(gate.browser, scanOf(order)))).toBe("no replaced refused");
  expect(await statesOf(one, order)).toEqual(["booked"]);
});

test("late scans of two devices that arrive at once have the same result as one after the other", async () => {
  const shop = await createGateShop(one, { sessions: [{ ...startsIn(15), capacity: 100 }] });
  const gate = await pairedDevice(one, shop);
  const side = await pairedDevice(other, shop, { name: "Side door" });
  for (let n = 0; n < 5; n++) {
    const order = await buyForGate(one, shop);
    const ticket_id = order.tickets[0] ?? "";
    await Promise.all([
      sendScans(side.browser, [offlineScan(2, { ticket_id })]),
      sendScans(gate.browser, [offlineScan(5, { ticket_id })]),
    ]);
    expect(await countsOf(one, ticket_id)).toEqual(["entry", "double"]);
  }
});
