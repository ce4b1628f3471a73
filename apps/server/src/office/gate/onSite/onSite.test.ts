import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  buyForGate,
  countsOf,
  createGateShop,
  startsIn,
  statesOf,
  type GateOrder,
} from "../../../../test/office/gateShop.ts";
import { readReportNow } from "../../../../test/office/readReport.ts";
import { inShort, offlineScan, pairedDevice, scanWith, sendScans } from "../../../../test/office/testGate.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import type { EventOverrides } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** A gate with two devices and an order of some tickets. */
const openGate = async (tickets: number, event: EventOverrides = {}) => {
  const shop = await createGateShop(server, event);
  const order = await buyForGate(server, shop, tickets);
  const [gate, side] = [await pairedDevice(server, shop), await pairedDevice(server, shop, { name: "Side door" })];
  const reporter = await signedIn(server, shop, ["manager"]);
  const today = (await reporter.get("/board")).body.day;
  /** On site as the gate and the board show it. */
  const onSite = async (): Promise<number> => {
    const { on_site } = (await gate.browser.get("/gate")).body;
    expect((await reporter.get("/board")).body.on_site.today).toBe(on_site);
    return on_site;
  };
  /** Sold, checked in and doubles in the report, and those in at the gate's counters. */
  const attendance = async () => {
    const { total } = (await readReportNow(reporter, `/reports/attendance?from=${today}&to=${today}`)).body;
    expect((await reporter.get("/board")).body.checked_in.today).toBe(total.checked_in);
    return { sold: total.sold, checked_in: total.checked_in, doubles: total.doubles };
  };
  return { shop, order, gate: gate.browser, side: side.browser, reporter, onSite, attendance };
};
const ticketsOf = ({ tickets }: GateOrder): readonly [string, string, string] => {
  const [one = "", two = "", three = ""] = tickets;
  return [one, two, three];
};
/** From here on the seller scans exits. */
const scanAnExit = async (gate: Awaited<ReturnType<typeof openGate>>["gate"]) => {
  await scanWith(gate, { people: 1 });
  await scanWith(gate, { people: 1, direction: "out" });
};

describe("one code for several people", () => {
  test("counts each ticket that is chosen, in and out, and none for the code itself", async () => {
    const { order, gate, onSite, attendance } = await openGate(3);
    expect(inShort(await scanWith(gate, { code: order.orderCode }))).toBe("look choose refused");
    expect([await onSite(), (await attendance()).checked_in]).toEqual([0, 0]);
    const [one, two, three] = ticketsOf(order);
    for (const ticket_id of [one, two, three]) await scanWith(gate, { ticket_id });
    expect([await onSite(), await attendance()]).toEqual([3, { sold: 3, checked_in: 3, doubles: 0 }]);
    await scanWith(gate, { code: order.orderCode, direction: "out" });
    expect(await onSite()).toBe(3);
    await scanWith(gate, { ticket_id: two, direction: "out" });
    expect([await onSite(), await attendance()]).toEqual([2, { sold: 3, checked_in: 3, doubles: 0 }]);
  });

  test("is one undo for each of them", async () => {
    const { order, gate, onSite, attendance } = await openGate(2);
    const entries = [];
    for (const ticket_id of order.tickets) entries.push(await scanWith(gate, { ticket_id }));
    await scanWith(gate, { direction: "undo", undoes: entries[0]?.id ?? "" });
    expect([await onSite(), await attendance()]).toEqual([1, { sold: 2, checked_in: 1, doubles: 0 }]);
    expect((await statesOf(server, order)).toSorted()).toEqual(["booked", "redeemed"]);
  });
});

describe("who is on site", () => {
  const allDay = { groups: [{ meta: JSON.stringify({ gate: { reentry: "day" } }) }] } as EventOverrides;

  test("somebody who comes in again without an exit scan is on site once", async () => {
    const { order, gate, onSite, attendance } = await openGate(1, allDay);
    await scanAnExit(gate);
    const [ticket_id] = ticketsOf(order);
    expect(inShort(await scanWith(gate, { ticket_id }))).toBe("welcome entry");
    expect(inShort(await scanWith(gate, { ticket_id }))).toBe("welcome reentry");
    expect([await onSite(), (await attendance()).checked_in]).toEqual([1, 2]);
    expect(inShort(await scanWith(gate, { ticket_id, direction: "out" }))).toBe("welcome exit");
    expect(await onSite()).toBe(0);
    expect(inShort(await scanWith(gate, { ticket_id }))).toBe("welcome reentry");
    expect(await onSite()).toBe(1);
  });

  test("people who were counted in before midnight and leave after it are not missing from the new day", async () => {
    const { shop, gate, onSite } = await openGate(1);
    const { id } = await scanWith(gate, { people: 12 });
    await server.runAsOwner(`set app.seller = '*'; update scan set local_day = local_day - 1 where id = '${id}'`);
    await scanWith(gate, { people: 12, direction: "out" });
    expect(await onSite()).toBe(0);
    await scanWith(gate, { people: 2 });
    expect(await onSite()).toBe(2);
    const { codes } = await buyForGate(server, shop);
    await scanWith(gate, { code: codes[0] ?? "" });
    expect(await onSite()).toBe(3);
  });
});

describe("scans that arrive late", () => {
  test("an entry from before an exit that was scanned elsewhere: they came and left", async () => {
    const { order, gate, side, onSite, attendance } = await openGate(1);
    const [ticket_id] = ticketsOf(order);
    const entered = offlineScan(5, { ticket_id });
    expect(inShort(await scanWith(side, { ticket_id, direction: "out" }))).toBe("look not_inside refused");
    await sendScans(gate, [entered]);
    expect(await countsOf(server, ticket_id)).toEqual(["entry", "exit"]);
    expect([await onSite(), await attendance()]).toEqual([0, { sold: 1, checked_in: 1, doubles: 0 }]);
  });

  test("an exit from before a later entry: they are on site, and no entry is a double any more", async () => {
    const again = { groups: [{ meta: JSON.stringify({ gate: { reentry: "after_exit" } }) }] } as EventOverrides;
    const { order, gate, side, onSite, attendance } = await openGate(1, again);
    const [ticket_id] = ticketsOf(order);
    await sendScans(gate, [offlineScan(9, { ticket_id }), offlineScan(3, { ticket_id })]);
    expect([await countsOf(server, ticket_id), (await attendance()).doubles]).toEqual([["entry", "double"], 1]);
    await sendScans(side, [offlineScan(6, { ticket_id, direction: "out" }, { let_in: false })]);
    expect(await countsOf(server, ticket_id)).toEqual(["entry", "exit", "reentry"]);
    expect([await onSite(), await attendance()]).toEqual([1, { sold: 1, checked_in: 1, doubles: 0 }]);
  });

  test("an entry from before one that is known: one of them counts", async () => {
    const { order, gate, side, onSite, attendance } = await openGate(1);
    const [ticket_id] = ticketsOf(order);
    await scanAnExit(gate);
    await scanWith(gate, { ticket_id });
    await sendScans(side, [offlineScan(4, { ticket_id })]);
    expect(await countsOf(server, ticket_id)).toEqual(["entry", "double"]);
    expect([await onSite(), await attendance()]).toEqual([1, { sold: 1, checked_in: 2, doubles: 1 }]);
  });

  test("an entry whose undo arrived before it counts nowhere", async () => {
    const { order, gate, onSite, attendance } = await openGate(1);
    const [ticket_id] = ticketsOf(order);
    const entered = offlineScan(4, { ticket_id });
    const undone = offlineScan(3, { direction: "undo", undoes: entered.id }, { let_in: false });
    await sendScans(gate, [entered]);
    await sendScans(gate, [undone]);
    await sendScans(gate, [entered, undone]);
    expect(await countsOf(server, ticket_id)).toEqual(["undone", "undo"]);
    expect([await onSite(), await attendance()]).toEqual([0, { sold: 1, checked_in: 0, doubles: 0 }]);
    expect(await statesOf(server, order)).toEqual(["booked"]);
  });

  test("an entry that arrives after its session is over: they came, and are no longer there", async () => {
    const { shop, order, gate, onSite, reporter, attendance } = await openGate(2);
    const { start_datetime, end_datetime } = startsIn(-65);
    await server.runAsOwner(`set app.seller = '*'; update event_session set start_datetime = '${start_datetime}',
      end_datetime = '${end_datetime}' where id = '${shop.session.id}'`);
    const [ticket_id] = ticketsOf(order);
    const { body } = await sendScans(gate, [offlineScan(30, { ticket_id })]);
    expect(body.answers).toMatchObject([{ shown: "welcome", counts: "entry" }]);
    expect([await onSite(), await attendance()]).toEqual([0, { sold: 2, checked_in: 1, doubles: 0 }]);
    expect((await statesOf(server, order)).toSorted()).toEqual(["booked", "redeemed"]);
    const conflicts = async () =>
      (await reporter.get("/devices")).body.conflicts.map(({ id }: { id: string }) => id) as string[];
    expect(await conflicts()).toEqual([]);
    // One that a device let in after the end disagrees with the server.
    const late = offlineScan(1, { ticket_id: ticketsOf(order)[1] });
    await sendScans(gate, [late]);
    expect(await conflicts()).toEqual([late.id]);
  });
});
