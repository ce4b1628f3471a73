import { beforeEach, expect, test } from "vitest";
import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { listedTicket } from "../../../test/listedTicket.ts";
import type { Listed } from "../gateList.ts";
import type { GateState, KeptScan } from "../gateStore.ts";
import { OwnScans } from "./OwnScans.ts";

const noon = Date.parse("2027-03-02T12:00:00Z");
const minute = 60_000;
const state = { name: "Main gate", timezone: "Europe/London", events: [] } as unknown as GateState;
const ticket = listedTicket();
/** The ticket in a list that has its entry. */
const entered: Listed = {
  ...ticket,
  state: "redeemed",
  visits: 1,
  isInside: true,
  lastEntry: { at: noon, by: "Main gate" },
};

let stored: Map<string, KeptScan>;
const store = {
  scans: async () => [...stored.values()],
  keepScan: async (one: KeptScan) => void stored.set(one.scan.id, one),
  forgetScans: async (ids: readonly string[]) => ids.forEach((id) => stored.delete(id)),
};
beforeEach(() => void (stored = new Map()));
const scanAt = (id: string, minutes: number, more: Partial<ScanSent> = {}): ScanSent => ({
  id,
  at: new Date(noon + minutes * minute).toISOString(),
  offset_ms: 0,
  direction: "in",
  ...more,
});
const entry = { subject: "ticket", let_in: true, sentAt: null };
const undo = { subject: "ticket", let_in: false, sentAt: null };

test("what another tab of this device let in counts here, too, and is sent once", async () => {
  const [one, other] = [new OwnScans(store), new OwnScans(store)];
  await one.keep(scanAt("first", 0), entry);
  await other.catchUp();
  expect(other.applied(ticket, state)).toMatchObject({ visits: 1, isInside: true });
  await one.keep(scanAt("first", 0), { ...entry, sentAt: noon });
  await other.catchUp();
  expect([other.countWaiting, other.waiting]).toEqual([0, []]);
});

test("waiting scans are sent oldest first, and an undo after its scan although the clock was put back", async () => {
  const own = new OwnScans(store);
  await own.keep(scanAt("first", 10), entry);
  await own.keep(scanAt("undo of first", 1, { direction: "undo", undoes: "first" }), undo);
  await own.keep(scanAt("second", 2), entry);
  expect(own.waiting.map(({ scan }) => scan.id)).toEqual(["second", "first", "undo of first"]);
});

test.each([
  ["entry", { state: "booked", visits: 0, isInside: false, lastEntry: null }],
  ["reentry", { visits: 1, isInside: false, lastEntry: entered.lastEntry }],
] as const)("a ticket whose %s the list has is as it was before once that is undone", async (counts, expected) => {
  const own = new OwnScans(store);
  await own.keep(scanAt("first", 0), { ...entry, sentAt: noon, counts });
  await own.forgetListed(noon + minute);
  expect(own.applied(entered, state)).toEqual(entered);
  const { counts: reverts } = own.entry("first") ?? {};
  await own.keep(scanAt("undo", 1, { direction: "undo", undoes: "first" }), { ...undo, reverts });
  expect(own.applied(entered, state)).toMatchObject(expected);
  expect(own.entry("first")).toBeUndefined();
});

test("the last check-in of a ticket on this page can be undone where it is scanned again, for ten minutes", async () => {
  const own = new OwnScans(store);
  const answered = (more: object = {}) =>
    ({ reason: "already_in", subject: { id: "ticket" }, ...more }) as unknown as GateAnswer;
  const ofTicket = (minutes = 10) => own.entryToUndo(answered(), noon + minutes * minute);
  await own.keep(scanAt("first", 0), { ...entry, sentAt: noon, counts: "entry" });
  await own.keep(scanAt("refused", 1), { ...entry, let_in: false, sentAt: noon, counts: "refused" });
  await own.forgetListed(noon + minute);
  expect([ofTicket(), ofTicket(11)]).toEqual(["first", undefined]);
  expect(own.entryToUndo(answered({ subject: { id: "another" } }), noon)).toBeUndefined();
  expect(own.entryToUndo(answered({ reason: "other_day" }), noon)).toBeUndefined();
  await own.keep(scanAt("second", 5), entry);
  expect(ofTicket()).toBe("second");
  await own.keep(scanAt("undo", 6, { direction: "undo", undoes: "second" }), undo);
  expect(ofTicket()).toBe("first");
  await own.keep(scanAt("undo too", 6, { direction: "undo", undoes: "first" }), undo);
  expect(ofTicket()).toBeUndefined();
});

test("an entry with a code that is not in the list is known until it is undone, or they leave", async () => {
  const own = new OwnScans(store);
  const unlisted = { subject: null, let_in: true, sentAt: null };
  await own.keep(scanAt("first", 0, { code: "ab12 cd" }), unlisted);
  expect([own.entryOf("AB12CD")?.scan.id, own.entryOf("AB12CE")]).toEqual(["first", undefined]);
  await own.keep(scanAt("exit", 1, { code: "AB12CD", direction: "out" }), { ...unlisted, let_in: false });
  expect(own.entryOf("AB12CD")).toBeUndefined();
  await own.keep(scanAt("again", 2, { code: "AB12CD" }), unlisted);
  expect(own.entryOf("AB12CD")?.scan.id).toBe("again");
  await own.keep(scanAt("undo", 3, { direction: "undo", undoes: "again" }), { ...undo, subject: null });
  expect(own.entryOf("AB12CD")).toBeUndefined();
});

test("scans that wait are stored again after the browser has deleted what it stores, and the others are not", async () => {
  const own = new OwnScans(store);
  await own.keep(scanAt("first", 0), entry);
  await own.keep(scanAt("sent", 1), { ...entry, sentAt: noon });
  stored.clear();
  await own.catchUp();
  expect([...stored.keys()]).toEqual(["first"]);
});

test("an entry of another tab that the list has is not applied to the ticket once more", async () => {
  const [one, other] = [new OwnScans(store), new OwnScans(store)];
  await one.keep(scanAt("first", 0), { ...entry, sentAt: noon, counts: "entry" });
  await one.forgetListed(noon + minute);
  await other.catchUp();
  expect([other.applied(ticket, state), other.countWaiting]).toEqual([ticket, 0]);
  expect(other.lastToUndo(noon + minute)).toEqual(["first"]);
});
