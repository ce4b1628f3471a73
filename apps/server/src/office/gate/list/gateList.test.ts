import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackOrders, unpackTickets } from "@foyer/rules/admission/packedList.ts";
import { cancelTestMembership, createTestMembership, type TestMembership } from "../../../../test/accounts/members.ts";
import { buyMembership, createLevels, membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { createDeskShop, deskClerk } from "../../../../test/office/deskShop.ts";
import { buyForGate, createGateShop, startsIn, timezoneByDay } from "../../../../test/office/gateShop.ts";
import { pairedDevice, scanWith, type TestDevice } from "../../../../test/office/testGate.ts";
import { signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import {
  cancelTickets,
  createChangeShop,
  everyChange,
  orderOf,
  refusalOf,
  ticketOfEvent,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import { sendOn } from "../../../../test/orders/sentTickets.ts";
import { createTestEvent, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { passEvent } from "../../../../test/shop/undatedEvents.ts";

let server: TestApp;
let shop: TestShop;
let device: TestDevice;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createChangeShop(server, undefined, { sessions: [startsIn(25)] }, { timezone: timezoneByDay() });
  device = await pairedDevice(server, shop);
});
afterAll(() => server.close());

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const readList = async ({ browser }: TestDevice, since?: string) => {
  const { body } = await browser.get(`/gate/list${since === undefined ? "" : `?since=${since}`}`);
  return { body, tickets: unpackTickets(bytes(body.tickets)), orders: unpackOrders(bytes(body.orders)) };
};
const numberAndVersion = async (staff: OfficeBrowser, order_id: string) => {
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const { body } = await staff.get(`/orders/${order_number}`);
  return { number: Number(order_number), version: String(body.version) };
};
const macOf = (key: string, code: string | Buffer) =>
  createHmac("sha256", Buffer.from(key, "base64")).update(code).digest("hex").slice(0, 20);

test("the list finds a ticket and an order by their codes, and contains no code, address or telephone number", async () => {
  const order = await buyForGate(server, shop, 2);
  const { body, tickets, orders } = await readList(device);
  const [code = ""] = order.codes;
  const found = tickets.find(({ mac }) => mac === macOf(body.key, code));
  expect(found).toMatchObject({ id: order.tickets[0], state: "booked", name: "Ada L.", visits: 0, lastEntry: null });
  expect(body.sessions[found?.session ?? -1]).toBe(shop.session.id);
  expect(body.types[found?.type ?? -1]).toMatchObject({ name: "Adult", admits: true, is_card: false });
  const ofOrder = orders.find(({ mac }) => mac === macOf(body.key, order.orderCode));
  expect(ofOrder?.tickets.map((place) => tickets[place]?.id).toSorted()).toEqual(order.tickets.toSorted());
  const raw = Buffer.concat([bytes(body.tickets), bytes(body.orders)]).toString("latin1");
  for (const secret of [...order.codes, order.orderCode, "ada@", "Lovelace"])
    expect(raw.toLowerCase()).not.toContain(secret.toLowerCase());
  for (const secret of [...order.codes, order.orderCode])
    expect(Buffer.concat([bytes(body.tickets), bytes(body.orders)]).includes(Buffer.from(secret, "hex"))).toBe(false);
  expect(body.count).toBe(2);
});

test("another device has another key", async () => {
  const other = await pairedDevice(server, shop);
  expect((await readList(other)).body.key).not.toBe((await readList(device)).body.key);
});

test("a delta contains what was bought, scanned and cancelled since, and its count reveals missing tickets", async () => {
  const before = await buyForGate(server, shop, 1);
  const [oldTicket = ""] = before.tickets;
  await server.db
    .updateTable("ticket_order")
    .set({ created_at: "2026-01-01T00:00:00Z" })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const { body } = await readList(device);
  expect((await readList(device, body.now)).tickets).toEqual([]);
  await scanWith(device.browser, { ticket_id: oldTicket });
  const bought = await buyForGate(server, shop, 1);
  const delta = await readList(device, body.now);
  expect(delta.tickets.map(({ id }) => id).toSorted()).toEqual([oldTicket, ...bought.tickets].toSorted());
  const scanned = delta.tickets.find(({ id }) => id === oldTicket);
  expect(scanned).toMatchObject({ state: "redeemed", visits: 1, isInside: true });
  expect(delta.body.scanners[scanned?.lastEntry?.by ?? -1]).toBe("Main gate");
  expect(refusalOf(await cancelTickets(withLink(server, shop), bought, bought.tickets))).toBe("200");
  const later = await readList(device, body.now);
  expect(later.tickets.find(({ id }) => id === bought.tickets[0])).toMatchObject({
    state: "cancelled",
    isReplaced: false,
  });
  expect(later.body.count).toBe(delta.body.count - 1);
});

test("the whole list has cancelled tickets and former codes, to which an offline device says No", async () => {
  const kept = await buyForGate(server, shop, 1);
  const given = await buyForGate(server, shop, 1);
  const [cancelled = ""] = given.tickets;
  expect(refusalOf(await cancelTickets(withLink(server, shop), given, given.tickets))).toBe("200");
  const manager = await signedIn(server, shop, ["manager"]);
  const { number, version } = await numberAndVersion(manager, kept.id);
  const renewed = await manager.post(`/orders/${number}/new_codes`, { version, tickets: kept.tickets, reason: "lost" });
  expect(renewed.status).toBe(200);
  const { body, tickets, orders } = await readList(device);
  expect(tickets.find(({ id }) => id === cancelled)).toMatchObject({
    mac: macOf(body.key, given.codes[0] ?? ""),
    state: "cancelled",
  });
  const formerMac = (code = "") => macOf(body.key, createHash("sha256").update(code).digest());
  const replaced = Buffer.from(body.replaced, "base64").toString("hex").match(/.{20}/g) ?? [];
  expect(replaced.toSorted()).toEqual([formerMac(kept.codes[0]), formerMac(kept.orderCode)].toSorted());
  expect(tickets.some(({ mac }) => mac === macOf(body.key, kept.codes[0] ?? ""))).toBe(false);
  expect(orders.some(({ mac }) => mac === macOf(body.key, kept.orderCode))).toBe(false);
  expect(body.count).toBe(tickets.filter(({ state }) => state !== "cancelled").length);
  expect((await readList(await pairedDevice(server, await createGateShop(server)))).body.replaced).toBe("");
});

test("a pass that was cancelled stays on the list, so that an offline device says No", async () => {
  const passes = await createGateShop(server);
  const event = await createTestEvent(server.db, passes, { sessions: [], ...passEvent });
  await recordPrices(server, passes);
  await buyLines(new TestBuyer(server, passes), [ticketLine(event, 1, { session: null })]);
  const pass = await ticketOfEvent(server, passes, event);
  const gate = await pairedDevice(server, passes);
  const before = await readList(gate);
  expect(before.tickets).toMatchObject([{ id: pass, state: "booked", session: null }]);
  await server.db.updateTable("ticket").set({ state: "cancelled" }).where("id", "=", pass).execute();
  const { body, tickets } = await readList(gate);
  expect(tickets).toMatchObject([{ id: pass, state: "cancelled", mac: before.tickets[0]?.mac }]);
  expect(body.count).toBe(0);
});

test("a ticket that its buyer sent on is not listed under the code of its order", async () => {
  const sending = await createChangeShop(
    server,
    everyChange,
    { sessions: [startsIn(25)] },
    { timezone: timezoneByDay() },
  );
  const door = await pairedDevice(server, sending);
  const order = await buyForGate(server, sending, 2);
  const [sent = "", kept = ""] = order.tickets;
  expect(refusalOf(await sendOn(withLink(server, sending), order, [sent]))).toBe("200");
  const { body, tickets, orders } = await readList(door);
  const ofOrder = orders.find(({ mac }) => mac === macOf(body.key, order.orderCode));
  expect(ofOrder?.tickets.map((place) => tickets[place]?.id)).toEqual([kept]);
  expect(tickets.map(({ id }) => id).toSorted()).toEqual([sent, kept].toSorted());
});

test("a device for another event gets nothing about this one", async () => {
  const other = await createGateShop(server);
  const limited = await pairedDevice(server, shop, { event_ids: [other.event.id] });
  expect((await readList(limited)).tickets).toEqual([]);
});

test("a list of 20,000 tickets is at most 1.5 MB", async () => {
  const { tickets } = await readList(device);
  const [one] = tickets;
  if (!one) throw new Error("the list is empty");
  const { packTickets } = await import("@foyer/rules/admission/packedList.ts");
  const many = Array.from({ length: 20_000 }, () => ({
    ...one,
    name: "Alexandra L.",
    lastEntry: { at: Date.now(), by: 1 },
  }));
  expect(Buffer.from(packTickets(many)).toString("base64").length).toBeLessThan(1_500_000);
});

test("answers that are marked for the gate are shown by the server, and are on the list for the device", async () => {
  const shop = await createGateShop(server);
  const gate = await pairedDevice(server, shop);
  const order = await buyForGate(server, shop);
  const [id = ""] = order.tickets;
  const survey = { properties: { diet: { title: "Diet", gate: true }, shoe: { title: "Shoe size" } } };
  await server.db
    .updateTable("ticket_group")
    .set({ additional_info_spec: JSON.stringify(survey) })
    .where("id", "=", shop.group.id)
    .execute();
  const answered = { [shop.group.id]: { diet: "No nuts", shoe: "size 42" } };
  await server.db
    .updateTable("cart")
    .set({ additional_info: JSON.stringify(answered) })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const answers = [{ label: "Diet", value: "No nuts" }];
  const { body } = await readList(gate);
  expect(body.details).toEqual([{ id, party: null, answers }]);
  expect(JSON.stringify(body)).not.toContain("size 42");
  expect((await scanWith(gate.browser, { code: order.codes[0] ?? "" })).subject).toMatchObject({ id, answers });
});

test("cards are listed by their current term or their last one, and a delta has those that were cancelled since", async () => {
  const shop = await createDeskShop(server);
  const gate = await pairedDevice(server, shop);
  const levels = await createLevels(server, shop);
  const bought = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
  const order = {
    ...orderOf(bought.response),
    number: Number(bought.response.body.ticket_order._data[0].order_number),
  };
  const { id } = await server.db
    .selectFrom("membership")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  const over = await createTestMembership(server.db, shop, null, { fromDays: -60, toDays: -30 });
  const ahead = await createTestMembership(server.db, shop, null, { fromDays: 10 });
  const longOver = await createTestMembership(server.db, shop, null, { fromDays: -400, toDays: -90 });
  const whole = await readList(gate);
  expect(whole.tickets.map((one) => one.id).toSorted()).toEqual([id, over.id, ahead.id].toSorted());
  expect(whole.tickets.some((one) => one.id === longOver.id)).toBe(false);
  await server.db
    .updateTable("membership")
    .set({ created_at: "2026-01-01T00:00:00Z" })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect((await readList(gate, whole.body.now)).tickets).toEqual([]);
  const clerk = await deskClerk(server, shop, order, "manager");
  expect(refusalOf(await clerk.cancel(order.tickets, "78.00"))).toBe("200");
  for (const since of [whole.body.now, undefined])
    expect((await readList(gate, since)).tickets.find((one) => one.id === id)).toMatchObject({ state: "cancelled" });
});

test("a renewed card is on the list once, by the term that is on", async () => {
  const shop = await createGateShop(server);
  const gate = await pairedDevice(server, shop);
  const terms = [
    await createTestMembership(server.db, shop, null, { fromDays: -40, toDays: -5 }),
    await createTestMembership(server.db, shop, null, { fromDays: -5, toDays: 30 }),
    await createTestMembership(server.db, shop, null, { fromDays: 30, toDays: 60 }),
  ];
  await server.db
    .updateTable("membership")
    .set({ scan_code: "AB".repeat(16) })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect((await readList(gate)).tickets.map(({ id }) => id)).toEqual([terms[1]?.id]);
  await cancelTestMembership(server.db, terms[1] as TestMembership);
  expect((await readList(gate)).tickets.map(({ id }) => id)).toEqual([terms[2]?.id]);
});
