import { beforeEach, describe, expect, test } from "vitest";
import { maxSessionsAtOnce } from "@foyer/contract/office/catalogue/eventSessions.ts";
import { catalogueYaml } from "../../catalogue/revisions/catalogueYaml.ts";
import { newestRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import {
  editChapter,
  importText,
  openEditing,
  publishPlan,
  refusal,
  revisionsOf,
  type Loose,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import { auditOf, signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const pathOf = (more = "") => `/catalogue/events/visit/sessions${more}`;
const find = async (query = ""): Promise<TestResponse["body"]> => {
  const { status, body } = await manager.get(pathOf(query));
  expect(status).toBe(200);
  return body;
};
const ids = () => shop.event.sessions.map(({ id }) => id);
const change = (session_ids: readonly string[], to: object, more: object = {}) =>
  manager.post(pathOf("/change"), {
    session_ids,
    change: to,
    reason: "A school comes",
    expected: { orders: 0 },
    ...more,
  });
const preview = (session_ids: readonly string[], to: object) =>
  manager.post(pathOf("/preview"), { session_ids, change: to });
const rowOf = (id: string | undefined) =>
  server.db
    .selectFrom("event_session")
    .select(["capacity", "oversell_capacity", "cancelled", "sales_closed_at"])
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();
const priceOf = async (id: string | undefined): Promise<Record<string, number>> => {
  const rows = await server.db
    .selectFrom("session_price as p")
    .innerJoin("ticket_type as y", (on) =>
      on.onRef("y.id", "=", "p.ticket_type_id").onRef("y.seller_id", "=", "p.seller_id"),
    )
    .innerJoin("ticket_group as g", (on) =>
      on.onRef("g.id", "=", "y.ticket_group_id").onRef("g.seller_id", "=", "y.seller_id"),
    )
    .select(["g.key as group", "y.key as type", "p.amount"])
    .where("p.seller_id", "=", shop.seller_id)
    .where("p.event_session_id", "=", id ?? "")
    .execute();
  return Object.fromEntries(rows.map(({ group, type, amount }) => [`${group}/${type}`, amount]));
};
const begin = (id: string | undefined) =>
  server.db
    .updateTable("event_session")
    .set({ start_datetime: new Date(Date.now() - 60_000).toISOString() })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", id ?? "")
    .execute();

describe("sessions of an event", () => {
  test("are found by day, weekday, time and occupancy", async () => {
    await new TestBuyer(server, shop).buy(2);
    const all = await find();
    expect(all).toMatchObject({ count: 6, next: null, event: { key: "visit", timezone: "America/New_York" } });
    expect(all.sessions.map(({ id }: { id: string }) => id)).toEqual(ids());
    expect(all.open_ids).toEqual(ids());
    expect(all.sessions[0]).toMatchObject({ capacity: 20, taken: 2, has_begun: false, closed: false });
    const [first] = shop.event.sessions;
    const day = first?.local_day ?? "";
    const weekday = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][new Date(`${day}T12:00:00Z`).getUTCDay()];
    const counts: Record<string, number> = {
      [`?from=${day}&until=${day}`]: 2,
      [`?weekdays=${weekday}`]: 2,
      "?time_from=14:00": 3,
      "?time_until=14:00": 3,
      "?fill=empty": 5,
      "?fill=taken": 1,
      "?fill=half": 0,
      "?fill=full": 0,
    };
    for (const [query, count] of Object.entries(counts))
      expect([query, (await find(query)).count]).toEqual([query, count]);
    const second = await find(`?after=${first?.start_datetime}`);
    expect(second.sessions.map(({ id }: { id: string }) => id)).toEqual(ids().slice(1));
    expect((await manager.get("/catalogue/events/nothing/sessions")).status).toBe(404);
  });

  test("are listed a hundred at a time, and up to two hundred of them can be chosen", async () => {
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, until: "today+110d" })),
    }));
    await publishPlan(manager);
    const first = await find();
    expect([first.count, first.sessions.length, first.open_ids.length]).toEqual([220, 100, maxSessionsAtOnce]);
    const second = await find(`?after=${first.next}`);
    const third = await find(`?after=${second.next}`);
    expect([second.sessions.length, third.sessions.length, third.next]).toEqual([100, 20, null]);
    const { body } = await change(first.open_ids, { capacity: 11 });
    expect(body.changed).toBe(maxSessionsAtOnce);
    expect((await change([...first.open_ids, third.sessions[0].id], { capacity: 12 })).status).toBe(422);
  });
});

describe("a change of several sessions", () => {
  test("shows its effects in numbers, and makes them as a revision", async () => {
    const [first, second] = ids();
    const chosen = [first ?? "", second ?? ""];
    const { body } = await preview(chosen, { capacity: 12, oversell_capacity: 3 });
    expect(body).toMatchObject({ changes: 2, orders: 0, people: 0, carts: 0, places: { before: 40, after: 24 } });
    expect(await rowOf(first)).toMatchObject({ capacity: 20 });
    const { status, body: done } = await change(chosen, { capacity: 12, oversell_capacity: 3 });
    expect([status, done]).toEqual([200, { revision: 2, changed: 2, bulk_job_id: null }]);
    expect(await rowOf(first)).toMatchObject({ capacity: 12, oversell_capacity: 3 });
    expect(await rowOf(ids()[2])).toMatchObject({ capacity: 20, oversell_capacity: 0 });
    const log = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "session.changed");
    expect(log.map(({ entity_id, before, after }) => [entity_id, before, after]).toSorted()).toEqual(
      chosen
        .toSorted()
        .map((id) => [id, { capacity: 20, oversell_capacity: 0 }, { capacity: 12, oversell_capacity: 3 }]),
    );
  });

  test("is an exception that later weeks leave alone, that an import of its file has, and that is put back", async () => {
    const [first] = ids();
    await change([first ?? ""], { capacity: 12 });
    const marked = (await find()).sessions.filter(({ is_changed }: { is_changed: boolean }) => is_changed);
    expect(marked.map(({ id }: { id: string }) => id)).toEqual([first]);
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity: 30 })),
    }));
    await publishPlan(manager);
    expect([(await rowOf(first)).capacity, (await rowOf(ids()[1])).capacity]).toEqual([12, 30]);
    const newest = await newestRevision(server.db, shop.seller_id);
    const reports = newest && (await importText(server.connections, catalogueYaml(newest)));
    expect(reports).toMatchObject([{ isUnchanged: true, lines: [] }]);
    expect((await change(ids(), { put_back: true })).body).toMatchObject({ changed: 1 });
    expect((await rowOf(first)).capacity).toBe(30);
    expect((await find()).sessions[0]).toMatchObject({ id: first, is_changed: false });
    expect(refusal(await change(ids(), { put_back: true }))).toMatchObject({ status: 422 });
  });

  test("gives sessions their own length and prices, which later weeks and rules leave alone and carts keep", async () => {
    const [first, second] = ids();
    const held = await new TestBuyer(server, shop).hold(1);
    const { types } = await find();
    expect(types).toEqual([
      { key: "general/adult", name: "Adult, General admission", price: "20.00" },
      { key: "general/child", name: "Child, General admission", price: "10.00" },
    ]);
    const to = { minutes: 90, prices: { "general/adult": "30.00" } };
    const shown = await preview([first ?? ""], to);
    const day = shop.session.local_day;
    expect(shown.body.sessions[0].becomes).toEqual({ local_day: day, local_start: "10:00", local_end: "11:30" });
    expect((await change([first ?? "", second ?? ""], to)).body).toMatchObject({ changed: 2 });
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      prices: [{ when: { time: { from: "00:00" } }, amounts: { "general/adult": "25", "general/child": "5" } }],
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({
        ...schedule,
        weekly: [{ on: "daily", at: ["10:00", "14:00"], minutes: 45 }],
      })),
    }));
    await publishPlan(manager);
    const listed = (await find()).sessions.slice(0, 3);
    expect(listed.map(({ local_end }: { local_end: string }) => local_end)).toEqual(["11:30", "15:30", "10:45"]);
    expect(await priceOf(first)).toEqual({ "general/adult": 3000, "general/child": 500 });
    expect(await priceOf(ids()[2])).toEqual({ "general/adult": 2500, "general/child": 500 });
    const bought = await new TestBuyer(server, shop).hold(1);
    expect([held.outstanding_balance, bought.outstanding_balance].map(Number)).toEqual([21.5, 31.5]);
    const newest = await newestRevision(server.db, shop.seller_id);
    const reports = newest && (await importText(server.connections, catalogueYaml(newest)));
    expect(reports).toMatchObject([{ isUnchanged: true, lines: [] }]);
    expect((await change([first ?? ""], { prices: { "general/adult": null } })).status).toBe(200);
    expect(await priceOf(first)).toEqual({ "general/adult": 2500, "general/child": 500 });
    expect((await change([first ?? ""], { prices: { "general/nobody": "3" } })).status).toBe(422);
  });

  test("is all or nothing: a capacity below what is sold stops the other sessions too", async () => {
    const order = await new TestBuyer(server, shop).buy(3);
    expect(order).toBeDefined();
    const refused = await change(ids(), { capacity: 2 }, { expected: { orders: 1 }, write_to_buyers: null });
    expect(refusal(refused)).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect((await rowOf(ids()[1])).capacity).toBe(20);
    expect(refusal(await preview(ids(), { capacity: 2 }))).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
  });

  test("of sessions with buyers is refused until somebody says whether to write to them", async () => {
    await new TestBuyer(server, shop).buy(2);
    await new TestBuyer(server, shop).buy(1);
    const shown = await preview(ids(), { capacity: 10 });
    expect(shown.body).toMatchObject({ orders: 2, people: 3 });
    expect(shown.body.sessions[0]).toMatchObject({ orders: 2, people: 3 });
    expect(shown.body.sessions[1]).toMatchObject({ orders: 0, people: 0 });
    const expected = { orders: 2 };
    expect(refusal(await change(ids(), { capacity: 10 }, { expected }))).toMatchObject({
      status: 409,
      _code: "has_buyers",
      _extra: { orders: 2, people: 3, sessions: 1 },
    });
    expect((await rowOf(ids()[0])).capacity).toBe(20);
    const stale = await change(ids(), { capacity: 10 }, { expected: { orders: 1 }, write_to_buyers: null });
    expect(refusal(stale)).toMatchObject({ status: 409, _code: "stale_version" });
    const { body } = await change(ids(), { capacity: 10 }, { expected, write_to_buyers: null });
    expect(body).toMatchObject({ changed: 6, bulk_job_id: null });
    const message = { subject: "Fewer places", message: "You have yours." };
    const written = await change(ids(), { capacity: 9 }, { expected, write_to_buyers: message });
    expect(written.status).toBe(200);
    expect((await manager.get(`/bulk/${written.body.bulk_job_id}`)).body.job).toMatchObject({
      action: "write",
      counts: { left: 2 },
    });
  });

  test("cancels only what nobody has or holds", async () => {
    await new TestBuyer(server, shop).hold(1);
    const taken = await change(ids(), { cancelled: true }, { write_to_buyers: null });
    expect(refusal(taken)).toMatchObject({ status: 409, _code: "has_buyers", _extra: { session_ids: [ids()[0]] } });
    expect((await rowOf(ids()[1])).cancelled).toBe(false);
    expect((await change(ids().slice(1), { cancelled: true })).status).toBe(200);
    expect((await rowOf(ids()[1])).cancelled).toBe(true);
  });

  test("leaves sessions that have begun as they are", async () => {
    await begin(ids()[0]);
    const listed = await find();
    expect(listed.sessions[0]).toMatchObject({ id: ids()[0], has_begun: true });
    expect(listed.open_ids).toEqual(ids().slice(1));
    for (const reply of [
      await change(ids(), { capacity: 10 }),
      await preview(ids(), { capacity: 10 }),
      await manager.post(pathOf("/sales"), { session_ids: ids(), sales: "closed" }),
    ])
      expect(refusal(reply)).toMatchObject({
        status: 409,
        _code: "session_begun",
        _extra: { session_ids: [ids()[0]] },
      });
    expect((await rowOf(ids()[1])).capacity).toBe(20);
  });

  test("needs sessions of the event, one change, and the permission to publish", async () => {
    const elsewhere = await openEditing(server);
    const foreign = elsewhere.shop.session.id;
    expect((await change([ids()[0] ?? "", foreign], { capacity: 1 })).status).toBe(422);
    expect((await rowOf(ids()[0])).capacity).toBe(20);
    expect((await change(ids(), {})).status).toBe(422);
    expect((await change(ids(), { capacity: 1, put_back: true })).status).toBe(422);
    const clerk = await signedIn(server, shop, ["box_office"]);
    expect((await clerk.post(pathOf("/change"), { session_ids: ids(), change: { capacity: 1 } })).status).toBe(403);
  });
});

test("a note can be saved for any session of the event, also one that has begun, and for no other event's", async () => {
  const clerk = await signedIn(server, shop, ["box_office"]);
  const [first, second] = ids();
  await begin(first);
  const write = (id: string | undefined, note: string, event = "visit") =>
    clerk.post(`/catalogue/events/${event}/sessions/${id}/note`, { note });
  expect((await write(first, " The lift is broken ")).status).toBe(200);
  expect((await find()).sessions.map(({ note }: { note: string | null }) => note).slice(0, 2)).toEqual([
    "The lift is broken",
    null,
  ]);
  expect((await write(first, "")).status).toBe(200);
  expect((await find()).sessions[0].note).toBe(null);
  expect((await write(second, "x".repeat(501))).status).toBe(422);
  expect((await write(second, "Elsewhere", "talk")).status).toBe(404);
});

test("sales of several sessions are stopped and started, each with its own entry in the log", async () => {
  const clerk = await signedIn(server, shop, ["box_office"]);
  const set = (sales: string) => clerk.post(pathOf("/sales"), { session_ids: ids().slice(0, 2), sales });
  const closed = (await set("closed")).body;
  expect(closed).toEqual({ changed: 2, session_ids: expect.arrayContaining(ids().slice(0, 2)) });
  expect((await set("closed")).body).toEqual({ changed: 0, session_ids: [] });
  expect(refusal(await new TestBuyer(server, shop).requestTickets(1))).toMatchObject({
    _code: "event_session_not_on_sale",
  });
  expect((await set("open")).body).toMatchObject({ changed: 2 });
  await new TestBuyer(server, shop).hold(1);
  const actions = (await auditOf(server.db, shop.seller_id)).map(({ action }) => action);
  expect(actions.filter((action) => action === "session.closed")).toHaveLength(2);
  expect(actions.filter((action) => action === "session.opened")).toHaveLength(2);
});
