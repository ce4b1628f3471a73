import { createHash, createHmac } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { packOrders, packTickets } from "@foyer/rules/admission/packedList.ts";
import { sentTicket } from "../../test/listedTicket.ts";
import { decideOnDevice, foundBy, newScan } from "./decideOnDevice.ts";
import { GateList } from "./gateList.ts";
import type { GateState, ListReply } from "./gateStore.ts";

const key = Buffer.alloc(32, 7);
const macOf = (text: string | Buffer) => createHmac("sha256", key).update(text).digest().subarray(0, 10);
const formerHash = (code: string) => createHash("sha256").update(code).digest();

const reply: ListReply = {
  now: "2027-03-02T10:00:00Z",
  today: "2027-03-02",
  key: key.toString("base64"),
  sessions: [],
  types: [],
  scanners: [],
  count: 0,
  tickets: "",
  orders: "",
  replaced: Buffer.concat([macOf(formerHash("AB12CD")), macOf(formerHash("EF34GH"))]).toString("base64"),
};
const list = new GateList();
beforeAll(() => list.add(reply));

test.each([
  ["AB12CD", true],
  ["ef34 gh", true],
  ["AB12CE", false],
])("%s is a former code: %s", async (code, expected) => expect(await list.hasReplaced(code)).toBe(expected));

test("a list from before former codes were stored has none", async () => {
  const { replaced: _replaced, ...older } = reply;
  const before = new GateList();
  await before.add(older);
  expect(await before.hasReplaced("AB12CD")).toBe(false);
});

const state = { settings: { unlisted: true }, sessions: [], events: [] } as unknown as GateState;
const decide = (isFormerCode: boolean, more: object = {}) =>
  decideOnDevice(newScan({ direction: "in", code: "AB12CD", ...more }, { offset: 0 }), [], {
    state,
    now: Date.parse(reply.now),
    listAt: Date.parse(reply.now),
    direction: "in",
    isFormerCode,
  });

test("offline, a former code is answered No and admits nobody", async () => {
  expect((await decide(true)).answer).toMatchObject({ shown: "no", reason: "replaced", may_admit: false });
  expect((await decide(true, { admit: "not_listed" })).kept).toMatchObject({ let_in: false });
});

test("gate staff can admit a code that is not in the list if the seller allows it", async () => {
  expect((await decide(false)).answer).toMatchObject({ shown: "look", reason: "not_listed", may_admit: true });
  const { kept } = await decide(false, { admit: "not_listed" });
  expect(kept).toMatchObject({ let_in: true, scan: { code: "AB12CD" } });
});

const ticketOf = (id: string, code: string) => sentTicket({ id, mac: macOf(code).toString("hex"), session: null });
const [sentOn, kept] = ["0c0d7a34-0000-4000-8000-000000000001", "0c0d7a34-0000-4000-8000-000000000002"];
const listOf = (ids: readonly string[], orders: Parameters<typeof packOrders>[0], replaced = ""): ListReply => ({
  ...reply,
  types: [{ event_template_id: "e", venue_id: null, name: "Adult", admits: true, is_card: false, gate: {} }],
  tickets: Buffer.from(packTickets(ids.map((id, nth) => ticketOf(id, `T${nth}`)))).toString("base64"),
  orders: Buffer.from(packOrders(orders)).toString("base64"),
  replaced,
});
const order = (code: string, tickets: readonly number[]) => ({ mac: macOf(code).toString("hex"), tickets });
const idsOf = async (one: GateList, code: string) => (await one.ofCode(code)).map(({ id }) => id);

test("offline, the code of an order no longer finds a ticket that its buyer sent on since", async () => {
  const device = new GateList();
  await device.add(listOf([sentOn, kept], [order("ORDER", [0, 1])]));
  expect(await idsOf(device, "ORDER")).toEqual([sentOn, kept]);
  await device.add(listOf([sentOn], []));
  expect(await idsOf(device, "ORDER")).toEqual([kept]);
  await device.add(listOf([sentOn], [order("ORDER", [0])]));
  expect(await idsOf(device, "ORDER")).toEqual([kept, sentOn]);
});

test("offline, the former code of an order finds no ticket, also none that did not change since", async () => {
  const device = new GateList();
  await device.add(listOf([sentOn, kept], [order("ORDER", [0, 1])]));
  await device.add(listOf([sentOn], [order("NEWER", [0])], macOf(formerHash("ORDER")).toString("base64")));
  expect(await idsOf(device, "ORDER")).toEqual([]);
  expect(await device.hasReplaced("ORDER")).toBe(true);
  expect(await idsOf(device, "NEWER")).toEqual([sentOn]);
});

test("of the code of a listed ticket the device stores the hash, by which the server tells a former one", async () => {
  const device = new GateList();
  await device.add(listOf([sentOn], []));
  const at = { state, now: Date.parse(reply.now), listAt: Date.parse(reply.now), direction: "in" } as const;
  const found = await device.ofCode("t0");
  const { kept } = await decideOnDevice(newScan({ direction: "in", code: "t0" }, { offset: 0 }), found, at);
  expect(kept?.scan).toMatchObject({ ticket_id: sentOn, code: formerHash("T0").toString("hex") });
  const chosen = newScan(
    { direction: "in", ticket_id: sentOn, code: formerHash("ORDER").toString("hex") },
    { offset: 0 },
  );
  expect((await decideOnDevice(chosen, found, at)).kept?.scan.code).toBe(chosen.code);
  const named = newScan({ direction: "in", ticket_id: sentOn }, { offset: 0 });
  expect((await decideOnDevice(named, found, at)).kept?.scan).not.toHaveProperty("code");
});

test("a ticket or card that a scan found is scanned again with the hash of the code that found it", async () => {
  const code = formerHash("AB12CD").toString("hex");
  const ticket = { kind: "ticket", id: sentOn } as const;
  expect(await foundBy({ code: "ab12 cd" }, ticket)).toEqual({ ticket_id: sentOn, code });
  expect(await foundBy({ ticket_id: sentOn, code }, ticket)).toEqual({ ticket_id: sentOn, code });
  expect(await foundBy({ code: "AB12CD" }, { kind: "card", id: kept })).toEqual({
    card_id: kept,
    code,
  });
  expect(await foundBy({ ticket_id: sentOn }, ticket)).toEqual({ ticket_id: sentOn });
});
