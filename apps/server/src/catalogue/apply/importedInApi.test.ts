import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { getEvent, type MessageRule } from "@foyer/contract/shop/catalog.ts";
import { getCalendar, listSessions, type EventSession } from "@foyer/contract/shop/sessions.ts";
import { messagesFor, type SelectedTicket } from "@foyer/rules/catalog/messageRules.ts";
import { stopClock } from "../../../test/database/stopClock.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { importCatalogue } from "./importCatalogue.ts";

/** An imported catalogue as served by the API. The date is fixed so that the calendar includes the next clock change. */
const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const catalogue = `
seller: { slug: quay, name: Quay House, currency: GBP, timezone: Europe/London }
venues:
  quay: { name: Quay House, timezone: Europe/London }
events:
  - key: night
    name: Night Walk
    groups:
      - { key: general, name: General, types: [{ key: adult, name: Adult, price: 10 }, { key: child, name: Child, price: 5 }] }
      - { key: friends, name: Friends, types: [{ key: friend, name: Friend, price: 8 }] }
    schedules:
      - from: 2027-03-27
        until: 2027-03-29
        capacity: 9
        weekly: [{ on: daily, at: ["01:30", "10:00"], minutes: 45 }]
    messages:
      - { key: sunday, when: { on: [sun] }, say: { date_annotation: quiet, date_message: Sundays are quiet. } }
      - { key: late, when: { days: { from: 2027-03-28 }, time: { until: "03:00" } }, say: { session_message: Bring a torch. } }
      - { key: many, when: { groups: [general], min: 3, max: 4 }, say: { quantity_message: Ask for a guide. } }
      - { key: child, when: { types: [general/child] }, say: { quantity_message: Children hold hands. } }
`;

let app: TestApp;
let browser: TestBrowser;
let sessions: readonly EventSession[];
let event_template_id: string;
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  await stopClock(app, now);
  const folder = await mkdtemp(join(tmpdir(), "foyer-import-"));
  const file = join(folder, "quay.yaml");
  await writeFile(file, catalogue);
  await importCatalogue(app.connections, [file], { now });
  await rm(folder, { recursive: true });
  browser = new TestBrowser(app, { slug: "quay" });
  event_template_id = (await app.db.selectFrom("event_template").select("id").executeTakeFirstOrThrow()).id;
  sessions = (await browser.call(listSessions, { event_template_id, _sort: "start_datetime" })).body.event_session
    ._data;
});
afterAll(() => app.close());

describe("the hour that the clocks skip", () => {
  test("a start in it is an hour later that day, and as written on the days before and after", () => {
    expect(
      sessions.map(({ start_datetime, local_day, local_start, local_end }) => [
        start_datetime,
        local_day,
        local_start,
        local_end,
      ]),
    ).toEqual([
      ["2027-03-27T01:30:00Z", "2027-03-27", "01:30", "02:15"],
      ["2027-03-27T10:00:00Z", "2027-03-27", "10:00", "10:45"],
      ["2027-03-28T01:30:00Z", "2027-03-28", "02:30", "03:15"],
      ["2027-03-28T09:00:00Z", "2027-03-28", "10:00", "10:45"],
      ["2027-03-29T00:30:00Z", "2027-03-29", "01:30", "02:15"],
      ["2027-03-29T09:00:00Z", "2027-03-29", "10:00", "10:45"],
    ]);
  });

  test("the day of 23 hours has both sessions in the list and in the calendar", async () => {
    const ofDay = await browser.call(listSessions, { event_template_id, _ondate: "2027-03-28" });
    expect(ofDay.body.event_session._data.map(({ local_start }) => local_start)).toEqual(["02:30", "10:00"]);
    const { calendar } = (await browser.call(getCalendar, { event_template_id })).body;
    expect(calendar._data.map(({ date, status, sessions: count }) => [date, status, count])).toEqual(
      ["2027-03-27", "2027-03-28", "2027-03-29"].map((date) => [date, "available", 2]),
    );
  });

  test("a cart shows the local time of a session in it", async () => {
    const { id } = sessions.find(({ local_start }) => local_start === "02:30") ?? { id: "" };
    const types =
      (await browser.call(getEvent, { event_template_id, _embed: "ticket_type" })).body.ticket_type?._data ?? [];
    const adult = types.find(({ name }) => name === "Adult")?.id ?? "";
    const held = await browser.call(createCart, {
      add: [
        { event_template_id, event_session_id: id, ticket_types_required: [{ ticket_type_id: adult, quantity: 2 }] },
      ],
    });
    expect(held.body.cart._data[0]?.lines).toMatchObject([
      { start_datetime: "2027-03-28T01:30:00Z", local_day: "2027-03-28", local_start: "02:30" },
    ]);
  });
});

describe("messages for", () => {
  let rules: readonly MessageRule[];
  let chosen: (quantities: Readonly<Record<string, number>>) => readonly SelectedTicket[];
  beforeAll(async () => {
    const { body } = await browser.call(getEvent, {
      event_template_id,
      _embed: "message_rule,ticket_group,ticket_type",
    });
    rules = body.message_rule?._data ?? [];
    const groups = new Map(body.ticket_group?._data.map(({ id, name }) => [id, name]));
    chosen = (quantities) =>
      (body.ticket_type?._data ?? []).flatMap(({ id, name, ticket_group_id }) => {
        const group_name = groups.get(ticket_group_id) ?? "";
        const quantity = quantities[name] ?? 0;
        return quantity > 0 ? [{ ticket_type_id: id, ticket_group_id, type_name: name, group_name, quantity }] : [];
      });
  });

  test("a weekday apply to that day only", () => {
    const days = [...new Set(sessions.map(({ local_day }) => local_day))];
    expect(days.map((day) => messagesFor(rules, "date_annotation", { day }))).toEqual([[], ["quiet"], []]);
    expect(messagesFor(rules, "date_message", { day: "2027-03-28" })).toEqual(["Sundays are quiet."]);
  });

  test("a time apply to sessions that begin then in the venue's time zone", () => {
    const matching = sessions.filter(
      ({ local_day, local_start }) =>
        messagesFor(rules, "session_message", { day: local_day, time: local_start }).length > 0,
    );
    expect(matching.map(({ start_datetime }) => start_datetime)).toEqual([
      "2027-03-28T01:30:00Z",
      "2027-03-29T00:30:00Z",
    ]);
  });

  test.each([
    [{ Adult: 2 }, []],
    [{ Adult: 3 }, ["Ask for a guide."]],
    [{ Adult: 2, Friend: 3 }, []],
    [{ Adult: 3, Child: 1 }, ["Ask for a guide.", "Children hold hands."]],
    [{ Adult: 4, Child: 1 }, ["Children hold hands."]],
  ])("a quantity apply to that many tickets: %o", (quantities, texts) =>
    expect(messagesFor(rules, "quantity_message", { chosen: chosen(quantities) })).toEqual(texts),
  );
});
