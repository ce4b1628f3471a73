import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { unpackTickets } from "@foyer/rules/admission/packedList.ts";
import { formatReport } from "../../catalogue/apply/importReport.ts";
import { catalogueYaml } from "../../catalogue/revisions/catalogueYaml.ts";
import { newestRevision } from "../../catalogue/revisions/revisions.sql.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { runBulk } from "../../../test/office/bulkJobs.ts";
import {
  editChapter,
  importText,
  openEditing,
  publishPlan,
  refusal,
  revisionsOf,
  type Loose,
  writesToNobody,
  type Manager,
} from "../../../test/office/catalogueShop.ts";
import { pairedDevice } from "../../../test/office/testGate.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { orderOf, shopRows, withLink, type TestOrder } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  ({ shop, manager } = await openEditing(server));
});

const path = "/catalogue/events/visit/sessions";
const ids = () => shop.event.sessions.map(({ id }) => id);
const move = (session_ids: readonly string[], move_minutes: number, more: object = {}) =>
  manager.post(`${path}/change`, {
    session_ids,
    change: { move_minutes },
    reason: "The boat comes later",
    expected: { orders: 0 },
    ...more,
  });
const sold = { expected: { orders: 1 }, write_to_buyers: null };
const rows = () =>
  server.db
    .selectFrom("event_session")
    .select(["id", "start_datetime", "end_datetime", "planned_start", "local_day", "local_start", "local_end"])
    .select(["used_capacity", "retired"])
    .where("seller_id", "=", shop.seller_id)
    .where("event_template_id", "=", shop.event.id)
    .orderBy("start_datetime")
    .execute();
const rowOf = async (id: string | undefined) => {
  const found = (await rows()).find((row) => row.id === id);
  if (!found) throw new Error("No such session");
  return found;
};
const later = (moment: string, minutes: number): string => Temporal.Instant.from(moment).add({ minutes }).toString();
const linked = (order: TestOrder, of: string) =>
  withLink(server, shop).get(`/ticket_order/${order.id}/${of}${of.includes("?") ? "&" : "?"}token=${order.token}`);
const calendarOf = async (order: TestOrder): Promise<string> =>
  (
    await server.app.inject({
      url: `/api/ticket_order/${order.id}/calendar.ics?_seller=${shop.slug}&token=${order.token}`,
    })
  ).body;
const icsTime = (moment: string): string => moment.replaceAll(/[-:]/g, "").replace(/\.\d+/, "");

describe("a session that is moved", () => {
  test("keeps its id, tickets and places, and what its buyer has says the new time", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(2));
    const [before] = shop.event.sessions;
    const { status, body } = await move([before?.id ?? ""], 45, sold);
    expect([status, body]).toEqual([200, { revision: 2, changed: 1, bulk_job_id: null }]);
    const moved = await rowOf(before?.id);
    const start = later(before?.start_datetime ?? "", 45);
    expect(moved).toMatchObject({ start_datetime: start, end_datetime: later(start, 60), local_start: "10:45" });
    expect(moved).toMatchObject({ local_end: "11:45", used_capacity: 2, planned_start: before?.start_datetime });
    const tickets = await shopRows(server, "ticket", shop);
    expect(tickets.map(({ id, event_session_id }) => [id, event_session_id]).toSorted()).toEqual(
      order.tickets.map((id) => [id, before?.id]).toSorted(),
    );
    expect(await calendarOf(order)).toContain(`DTSTART:${icsTime(start)}`);
    expect(await calendarOf(order)).toContain("SEQUENCE:1\r\n");
    const { history } = (await linked(order, "actions")).body;
    expect(history.at(-1)).toMatchObject({
      kind: "session_moved",
      tickets: 2,
      amount: "0",
      by_venue: true,
      event_name: "General Admission",
      moved: { from: before?.start_datetime, to: start, timezone: "America/New_York" },
    });
    const { order_number } = await server.db
      .selectFrom("ticket_order")
      .select("order_number")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    const desk = (await manager.get(`/orders/${order_number}`)).body;
    expect(desk.history.find(({ kind }: { kind: string }) => kind === "session_moved")).toMatchObject({
      before: { begins: `${before?.local_day} 10:00` },
      after: { begins: `${before?.local_day} 10:45` },
    });
    const passes = await server.db
      .selectFrom("wallet_session_change")
      .select("event_session_id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(passes.map(({ event_session_id }) => event_session_id)).toContain(before?.id);
    const [entry] = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "session.changed");
    expect(entry).toMatchObject({
      entity_id: before?.id,
      before: { begins: `${before?.local_day} 10:00`, ends: "11:00" },
      after: { begins: `${before?.local_day} 10:45`, ends: "11:45" },
    });
    const listed = (await manager.get(path)).body.sessions[0];
    expect(listed).toMatchObject({
      id: before?.id,
      is_changed: true,
      planned: { local_day: before?.local_day, local_start: "10:00" },
    });
  });

  test("is in the carts that hold it at its new time, and is bought at that time", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await move([ids()[0] ?? ""], 30);
    const shown = (await buyer.get(`/my/cart/${cart.id}`)).body;
    expect(JSON.stringify(shown)).toContain(later(shop.session.start_datetime, 30));
    expect(JSON.stringify(shown)).not.toContain(shop.session.start_datetime);
    expect(cart.id).toBeDefined();
  });

  test("is paid for by nobody who was shown its old time, until they know the new one", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const { id, start_datetime } = shop.session;
    await move([id], 30);
    const pay = (start: string) =>
      buyer.post(`/my/cart/${cart.id}/pay?starts=${id}@${start}`, [
        {
          gateway_id: "test",
          amount: cart.outstanding_balance,
          gateway_data: { card: { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" } },
        },
      ]);
    const moved = later(start_datetime, 30);
    const refused = await pay(start_datetime);
    expect(refusal(refused)).toMatchObject({
      status: 409,
      _code: "event_session_moved",
      _extra: { event_session_id: id, start_datetime: moved },
    });
    expect(JSON.stringify(refused.body)).toMatch(/The time of .+ has changed. It is now .+10:30/);
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0]).toMatchObject({ payment_in_progress: false });
    expect((await pay("soon")).status).toBe(400);
    expect((await pay(moved)).status).toBe(200);
    // A session is not moved while somebody pays, so a repeated payment is not checked again.
    expect((await pay(start_datetime)).status).toBe(200);
    expect((await buyer.checkOut(cart)).status).toBe(200);
  });

  test("sends its buyers an e-mail with the old and the new time and the calendar entry, if staff choose so", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(1));
    const message = { subject: "The visit begins later", message: "The boat is late." };
    const { body } = await move([ids()[0] ?? ""], 90, { ...sold, write_to_buyers: message });
    expect(body.bulk_job_id).toEqual(expect.any(String));
    await runBulk(server);
    const [email] = (await shopRows(server, "outbox", shop)).filter(({ kind }) => kind === "bulk_message");
    expect(email).toMatchObject({ ref_id: order.id });
    const written = email?.["message"] as { text: string; subject: string };
    expect(written.subject).toBe("The visit begins later");
    expect(written.text).toMatch(/Was:? .*10:00 AM/);
    expect(written.text).toMatch(/Now:? .*11:30 AM/);
    expect(JSON.stringify(written)).toContain('"make":"calendar"');
  });

  test("is refused to begin with another one of its event, and both are named", async () => {
    const [first] = shop.event.sessions;
    const reply = await move([first?.id ?? ""], 240);
    expect(refusal(reply)).toMatchObject({ status: 422, _code: "validation_failed" });
    const description = `The session of ${first?.local_day} 10:00, moved to ${first?.local_day} 14:00, would begin at the same moment as the session of ${first?.local_day} 14:00.`;
    expect(JSON.stringify(reply.body)).toContain(description);
    expect(
      (await manager.post(`${path}/preview`, { session_ids: [first?.id], change: { move_minutes: 240 } })).status,
    ).toBe(422);
    expect(await revisionsOf(server.db, shop.seller_id)).toHaveLength(1);
  });

  test("may begin where another one began that is moved with it", async () => {
    const before = await rows();
    const { status } = await move(ids(), 240);
    expect(status).toBe(200);
    expect((await rows()).map(({ id, local_start }) => [id, local_start])).toEqual(
      before.map(({ id, local_start }) => [id, local_start === "10:00" ? "14:00" : "18:00"]),
    );
    expect((await move(ids(), -240)).body).toMatchObject({ changed: 6 });
    expect(await rows()).toEqual(before);
  });

  test("may begin at the time of a sold session that was taken out of the schedule", async () => {
    const buyer = new TestBuyer(server, { ...shop, session: shop.event.sessions[1] ?? shop.session });
    await buyer.buy(1);
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({
        ...schedule,
        weekly: [{ on: "daily", at: ["10:00"], minutes: 60 }],
        changed: [{ move_minutes: 240 }],
      })),
    }));
    await publishPlan(manager, writesToNobody(1));
    const first = (await rows()).filter(({ local_day }) => local_day === shop.session.local_day);
    expect(first.map(({ id, local_start, retired }) => [id, local_start, retired]).toSorted()).toEqual(
      [
        [ids()[0], "14:00", false],
        [ids()[1], "14:00", true],
      ].toSorted(),
    );
  });

  test("is the same in an exported file, is left alone by later weeks, and can be undone", async () => {
    const [first] = ids();
    await move([first ?? ""], 1440 * 5);
    await editChapter(manager, "event/visit", (event) => ({
      ...event,
      schedules: (event["schedules"] as Loose[]).map((schedule) => ({ ...schedule, capacity: 30 })),
    }));
    await publishPlan(manager);
    expect(await rowOf(first)).toMatchObject({ local_start: "10:00", planned_start: shop.session.start_datetime });
    expect((await rowOf(first)).local_day > shop.session.local_day).toBe(true);
    const newest = await newestRevision(server.db, shop.seller_id);
    const reports = newest && (await importText(server.connections, catalogueYaml(newest)));
    expect(reports).toMatchObject([{ isUnchanged: true, lines: [] }]);
    const back = await manager.post(`${path}/change`, {
      session_ids: [first],
      change: { put_back: true },
      reason: "As planned",
      expected: { orders: 0 },
    });
    expect(back.body).toMatchObject({ changed: 1 });
    expect(await rowOf(first)).toMatchObject({ start_datetime: shop.session.start_datetime, planned_start: null });
  });

  test("is not moved into the past, nor once it has begun, by whichever way", async () => {
    const [first, second] = ids();
    const refused = await move([first ?? ""], -1440 * 5);
    expect(refusal(refused)).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.body)).toContain("which has passed");
    const newest = await newestRevision(server.db, shop.seller_id);
    const moved = (minutes: number) =>
      catalogueYaml(newest ?? { number: 0, document: {} }).replace(
        /( +)weekly:/,
        `$1changed: [{ time: { from: "10:00", until: "10:01" }, move_minutes: ${minutes} }]\n$1weekly:`,
      );
    const file = (minutes: number) => importText(server.connections, moved(minutes));
    await expect(file(-1440 * 5)).rejects.toThrow(/would begin at a time that has passed/);
    await sql`update event_session set start_datetime = now() - interval '1 minute', planned_start = start_datetime
      where id = ${first}`.execute(server.db);
    expect(refusal(await move([first ?? "", second ?? ""], 30))).toMatchObject({ _code: "session_begun" });
    await expect(file(30)).rejects.toThrow(/has begun and cannot be moved/);
    expect(await rowOf(second)).toMatchObject({ local_start: "14:00" });
  });

  test("is refused while a buyer pays for it, but not while a buyer pays for another session", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.pay(cart, "4242 4242 4242 4242");
    const refused: TestResponse = await move([ids()[0] ?? ""], 30);
    expect(refusal(refused)).toMatchObject({ status: 409, _code: "would_break_promise" });
    expect(JSON.stringify(refused.body)).toContain("somebody is paying for the session of");
    expect((await move([ids()[1] ?? ""], 30)).status).toBe(200);
    await buyer.checkOut(cart);
    expect((await move([ids()[0] ?? ""], 30, sold)).status).toBe(200);
  });

  test("is added to the gate's list of its new day with its tickets, and removed from the list of the old day", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(1));
    const device = await pairedDevice(server, shop);
    const list = async (since?: string) => {
      const { body } = await device.browser.get(`/gate/list${since === undefined ? "" : `?since=${since}`}`);
      return {
        now: body.now,
        count: body.count,
        tickets: unpackTickets(new Uint8Array(Buffer.from(body.tickets, "base64"))),
      };
    };
    await sql`update ticket_order set created_at = '2026-01-01T00:00:00Z' where seller_id = ${shop.seller_id}`.execute(
      server.db,
    );
    const before = await list();
    expect(before).toMatchObject({ count: 0, tickets: [] });
    // To the end of today, or as late as possible.
    const now = Temporal.Now.instant();
    const today = now.toZonedDateTimeISO(shop.timezone);
    const end = today.with({ hour: 23, minute: 59, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
    const minutes = Math.round(
      Temporal.Instant.from(shop.session.start_datetime).until(end.toInstant()).total("minutes"),
    );
    expect((await move([ids()[0] ?? ""], minutes, sold)).status).toBe(200);
    const delta = await list(before.now);
    expect([delta.count, delta.tickets.map(({ id }) => id)]).toEqual([1, order.tickets]);
    const state = (await device.browser.get("/gate")).body;
    expect(state.sessions.map(({ id, start }: { id: string; start: string }) => [id, start])).toContainEqual([
      ids()[0],
      "23:59",
    ]);
    expect((await move([ids()[0] ?? ""], -minutes, sold)).status).toBe(200);
    expect((await list(before.now)).count).toBe(0);
  });
});

describe("sessions that a publishing or a file moves", () => {
  const earlier = (minutes: number) => (event: Loose) => ({
    ...event,
    schedules: (event["schedules"] as Loose[]).map((schedule) => ({
      ...schedule,
      changed: [{ time: { from: "10:00", until: "10:01" }, move_minutes: minutes }],
    })),
  });
  const write = (more: object = {}) => ({
    action: "write",
    session_ids: [],
    order_numbers: [],
    subject: "The visit begins later",
    message: "The boat is late.",
    ...more,
  });
  const emails = async () =>
    (await shopRows(server, "outbox", shop))
      .filter(({ kind }) => kind === "bulk_message")
      .map(({ ref_id, message }) => ({ ref_id, text: (message as { text: string }).text }));

  test("are counted before and after and send no e-mail; who had bought by then can be sent one with both times", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(2));
    await editChapter(manager, "event/visit", earlier(45));
    expect((await manager.get("/catalogue/plan")).body.buyers).toMatchObject({ sessions: 1, orders: 1 });
    const published = await publishPlan(manager, writesToNobody(1));
    expect([published.status, published.body.revision]).toEqual([200, 2]);
    expect((await manager.get("/catalogue/compare?from=1&to=2")).body.moved).toEqual({ sessions: 1, orders: 1 });
    await runBulk(server);
    expect(await emails()).toEqual([]);
    // Buyers after the change see the new time.
    await new TestBuyer(server, shop).buy(1);
    const { status, body: preview } = await manager.post("/bulk/preview", write({ moved_in_revision: 2 }));
    expect([status, preview.orders]).toEqual([200, 1]);
    expect(preview.emails[0].text).toMatch(/Was:? .*10:00 AM/);
    expect(preview.emails[0].text).toMatch(/Now:? .*10:45 AM/);
    const started = await manager.post("/bulk", {
      ...write({ moved_in_revision: 2 }),
      reason: "The boat comes later",
      expected: { orders: 1 },
    });
    expect(started.status).toBe(200);
    await runBulk(server);
    const [email, ...others] = await emails();
    expect([email?.ref_id, others]).toEqual([order.id, []]);
    expect(email?.text).toMatch(/Was:? .*10:00 AM/);
    expect(email?.text).toMatch(/Now:? .*10:45 AM/);
  });

  test("have the current time in the e-mail if they were moved again, and send none if they were moved back", async () => {
    const order = orderOf(await new TestBuyer(server, shop).buy(1));
    for (const minutes of [45, 90]) {
      await editChapter(manager, "event/visit", earlier(minutes));
      await publishPlan(manager, writesToNobody(1));
    }
    const textOf = async () =>
      (await manager.post("/bulk/preview", write({ moved_in_revision: 2 }))).body.emails[0].text;
    expect(await textOf()).toMatch(/Was:? .*10:00 AM[^]*Now:? .*11:30 AM/);
    await editChapter(manager, "event/visit", earlier(0));
    await publishPlan(manager, writesToNobody(1));
    expect(await textOf()).not.toMatch(/Was/);
    expect(order.id).toBeDefined();
  });

  test("are named by the import command, with where to e-mail their buyers", async () => {
    await new TestBuyer(server, shop).buy(1);
    const newest = await newestRevision(server.db, shop.seller_id);
    const file = catalogueYaml(newest ?? { number: 0, document: {} }).replace(
      /( +)weekly:/,
      '$1changed: [{ time: { from: "10:00", until: "10:01" }, move_minutes: 30 }]\n$1weekly:',
    );
    const [report] = await importText(server.connections, file);
    expect(report?.moved).toEqual({ sessions: 1, orders: 1 });
    const printed = report ? formatReport(report) : "";
    expect(printed).toContain("1 session with tickets of 1 order begins at another time");
    expect(printed).toContain(`/_office/${shop.slug}/bulk?moved=2`);
    expect((await manager.post("/bulk/preview", write({ moved_in_revision: 2 }))).body.orders).toBe(1);
  });

  test.each([
    ["a revision that moved nothing", write({ moved_in_revision: 1 }), "moved_in_revision"],
    ["a revision that is not there", write({ moved_in_revision: 99 }), "moved_in_revision"],
    ["together with sessions", write({ moved_in_revision: 1, order_numbers: [1] }), "session_ids"],
    ["to cancel", { action: "cancel", session_ids: [], order_numbers: [], moved_in_revision: 1 }, "moved_in_revision"],
    ["nobody at all", write(), "session_ids"],
  ])("%s is refused", async (_, request, field) => {
    const refused = refusal(await manager.post("/bulk/preview", request));
    expect([refused.status, refused._extra]).toEqual([422, { fields: expect.arrayContaining([field]) }]);
  });

  test("of another seller are not found by a revision's number", async () => {
    await new TestBuyer(server, shop).buy(1);
    await editChapter(manager, "event/visit", earlier(45));
    await publishPlan(manager, writesToNobody(1));
    const other = await openEditing(server);
    await editChapter(other.manager, "event/talk", (talk) => ({ ...talk, name: "Another talk" }));
    await publishPlan(other.manager);
    expect((await other.manager.post("/bulk/preview", write({ moved_in_revision: 2 }))).status).toBe(422);
  });
});
