import { describe, expect, test } from "vitest";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import type { GroupChoice } from "./ticketChoices.ts";
import {
  initialReserveState,
  reserveReducer,
  resolveDay,
  resolveSession,
  type ReserveState,
  type DayOptions,
  type ReserveAction,
} from "./reserveState.ts";
import { firstMissingStep } from "./missingStep.ts";
import { parseReserveQuery } from "./reserveQuery.ts";

const session = (id: string, more: Partial<EventSession> = {}): EventSession => ({
  id,
  event_template_id: "e",
  start_datetime: "2026-11-21T10:00:00Z",
  end_datetime: "2026-11-21T11:00:00Z",
  local_day: "2026-11-21",
  local_start: "10:00",
  local_end: "11:00",
  sold_out: false,
  cancelled: false,
  left: null,
  min_price: null,
  price: null,
  ...more,
});
const day = (date: string, status: CalendarDate["status"] = "available"): CalendarDate => ({
  date,
  status,
  min_price: null,
  min_price_fees: { outside: "0" },
  left: null,
  sessions: 1,
});
const start = (search = ""): ReserveState => initialReserveState(parseReserveQuery(search));
const after = (from: ReserveState, ...actions: ReserveAction[]) => actions.reduce(reserveReducer, from);

const chooseDate: ReserveAction = { type: "date chosen", day: "2026-11-21" };
const chooseSession: ReserveAction = { type: "session chosen", day: "2026-11-21", session: "ten" };
const chooseTwo: ReserveAction = { type: "quantities chosen", quantities: { adult: 2 } };
const allChosen = after(start(), chooseDate, chooseSession, chooseTwo, {
  type: "price typed",
  ticket_type_id: "gift",
  price: "20",
});

describe("decisions", () => {
  test.each<[string, ReserveAction, Partial<ReserveState>]>([
    [
      "another date clears session and quantities",
      { type: "date chosen", day: "2026-11-22" },
      { mode: "date", day: "2026-11-22", session: undefined, quantities: undefined, prices: {} },
    ],
    [
      "another session keeps the date and clears quantities",
      { type: "session chosen", day: "2026-11-21", session: "eleven" },
      { day: "2026-11-21", session: "eleven", quantities: undefined },
    ],
    [
      "reopening the dates clears date and session",
      { type: "dates opened" },
      { day: undefined, session: undefined, quantities: undefined, hasOpenedDates: true },
    ],
    [
      "reopening the sessions keeps the date",
      { type: "sessions opened", day: "2026-11-21" },
      { day: "2026-11-21", session: undefined, quantities: undefined },
    ],
    [
      "selecting flexible mode clears the date",
      { type: "flexible chosen" },
      { mode: "flexible", day: undefined, session: undefined, quantities: undefined },
    ],
    [
      "a sold-out session keeps the date if another session is open",
      {
        type: "sold out",
        day: "2026-11-21",
        session: session("ten"),
        sessions: [session("ten", { sold_out: true }), session("eleven")],
      },
      { day: "2026-11-21", session: undefined, notice: { kind: "session_sold_out", time: "10:00" } },
    ],
    [
      "a sold-out session clears the date if no other is open",
      {
        type: "sold out",
        day: "2026-11-21",
        session: session("ten"),
        sessions: [session("ten"), session("eleven", { left: 0 })],
      },
      { day: undefined, session: undefined, notice: { kind: "date_sold_out", day: "2026-11-21" } },
    ],
    [
      "Back to a page without a selection clears date and session",
      { type: "navigated", query: parseReserveQuery("") },
      { day: undefined, session: undefined, quantities: undefined, hasOpenedDates: true },
    ],
    [
      "Back to a date selects it and clears the session",
      { type: "navigated", query: parseReserveQuery("date=2026-11-20") },
      { day: "2026-11-20", session: undefined },
    ],
  ])("%s", (_, action, expected) => expect(reserveReducer(allChosen, action)).toMatchObject(expected));

  test("a date leaves flexible mode", () =>
    expect(after(start(), { type: "flexible chosen" }, chooseDate).mode).toBe("date"));
  test("the next decision ends a notice", () => {
    const soldOut = reserveReducer(allChosen, {
      type: "sold out",
      day: "2026-11-21",
      session: session("ten"),
      sessions: [],
    });
    expect(reserveReducer(soldOut, chooseDate).notice).toBeUndefined();
  });
});

describe("after a sold-out notice nothing is preselected", () => {
  const refused = (...sessions: EventSession[]) =>
    reserveReducer(allChosen, { type: "sold out", day: "2026-11-21", session: session("ten"), sessions });
  const others = [session("ten", { sold_out: true }), session("eleven")];

  test("after a sold-out notice nothing is preselected does not select the only session left", () => {
    expect(resolveSession(refused(...others), others, undefined).session).toBeUndefined();
    expect(resolveSession(start("date=2026-11-21"), others, undefined).session?.id).toBe("eleven");
  });
  test("after a sold-out notice nothing is preselected does not select the only date left", () => {
    const days = [day("2026-11-21", "sold_out"), day("2026-11-22")];
    const known = { days, linked: undefined, anchorDay: "2026-11-22", hasFlexible: false };
    expect(resolveDay(refused(), known)).toEqual({
      mode: "date",
      day: undefined,
      notice: { kind: "date_sold_out", day: "2026-11-21" },
    });
  });
  test("after a sold-out notice nothing is preselected does not switch to tickets without a date", () => {
    const known = { days: [day("2026-11-21", "sold_out")], linked: undefined, anchorDay: undefined, hasFlexible: true };
    expect(resolveDay(refused(), known).mode).toBe("date");
  });
  test("preselects again after the visitor's next selection", () => {
    const chosen = reserveReducer(refused(), { type: "date chosen", day: "2026-11-22" });
    expect(resolveSession(chosen, others, undefined).session?.id).toBe("eleven");
  });
});

describe("the day", () => {
  const known: DayOptions = {
    days: [day("2026-11-20", "sold_out"), day("2026-11-21"), day("2026-11-22")],
    linked: undefined,
    anchorDay: undefined,
    hasFlexible: false,
  };
  const single = { ...known, days: [day("2026-11-20", "sold_out"), day("2026-11-21"), day("2026-11-23", "other")] };
  test.each<[string, ReserveState, DayOptions, ReturnType<typeof resolveDay>]>([
    ["is undefined if there are several", start(), known, { mode: "date", day: undefined, notice: undefined }],
    ["is the only available one", start(), single, { mode: "date", day: "2026-11-21", notice: undefined }],
    ["is the link's", start("date=2026-11-22"), known, { mode: "date", day: "2026-11-22", notice: undefined }],
    [
      "is the link's before the calendar is loaded",
      start("date=2026-11-22"),
      { ...known, days: undefined },
      { mode: "date", day: "2026-11-22", notice: undefined },
    ],
    [
      "is undefined with a notice if the link's is sold out",
      start("date=2026-11-20"),
      known,
      { mode: "date", day: undefined, notice: { kind: "date_unavailable" } },
    ],
    [
      "is that of the linked session",
      start("session=next"),
      { ...known, linked: session("ten") },
      { mode: "date", day: "2026-11-21", notice: undefined },
    ],
    [
      "is undefined with a notice for an unknown session",
      start("session=next"),
      { ...known, linked: null },
      { mode: "date", day: undefined, notice: { kind: "session_not_found" } },
    ],
    [
      "is that of the admission in the cart",
      start(),
      { ...known, anchorDay: "2026-11-22" },
      { mode: "date", day: "2026-11-22", notice: undefined },
    ],
    [
      "is not the admission's if that is sold out",
      start(),
      { ...known, anchorDay: "2026-11-20" },
      { mode: "date", day: undefined, notice: undefined },
    ],
    [
      "is not the admission's after the dates were reopened",
      after(start(), { type: "dates opened" }),
      { ...known, anchorDay: "2026-11-22" },
      { mode: "date", day: undefined, notice: undefined },
    ],
    [
      "is flexible if no day is available",
      start(),
      { ...known, days: [day("2026-11-20", "sold_out")], hasFlexible: true },
      { mode: "flexible", day: undefined, notice: undefined },
    ],
    [
      "is flexible if the visitor selected that",
      after(start(), { type: "flexible chosen" }),
      { ...single, hasFlexible: true },
      { mode: "flexible", day: undefined, notice: undefined },
    ],
  ])("the resolved day %s", (_, state, options, resolved) => expect(resolveDay(state, options)).toEqual(resolved));
});

describe("the session", () => {
  const two = [session("ten"), session("eleven")];
  test.each<[string, ReserveState, EventSession[] | undefined, string | undefined, string | undefined]>([
    ["is undefined if there are several", after(start(), chooseDate), two, undefined, undefined],
    [
      "is the only available one",
      after(start(), chooseDate),
      [session("ten", { sold_out: true }), session("eleven")],
      "eleven",
      undefined,
    ],
    ["is the visitor's", after(start(), chooseSession), two, "ten", undefined],
    [
      "is undefined with a notice if it has sold out",
      after(start(), chooseSession),
      [session("ten", { left: 0 }), session("eleven"), session("noon")],
      undefined,
      "session_unavailable",
    ],
    ["is undefined before the sessions are loaded", after(start(), chooseSession), undefined, undefined, undefined],
    ["is the link's", start("session=next"), two, "eleven", undefined],
  ])("the resolved session %s", (_, state, sessions, id, notice) => {
    const resolved = resolveSession(state, sessions, session("eleven"));
    expect([resolved.session?.id, resolved.notice?.kind]).toEqual([id, notice]);
  });
});

test.each<[string, Parameters<typeof firstMissingStep>[0], number, string, string | undefined]>([
  ["a date", { mode: "date", day: undefined, session: undefined }, 0, "", "date"],
  ["a session", { mode: "date", day: "2026-11-21", session: undefined }, 0, "", "session"],
  ["tickets", { mode: "date", day: "2026-11-21", session: "ten" }, 0, "", "tickets"],
  ["a price", { mode: "date", day: "2026-11-21", session: "ten" }, 1, "501", "price"],
  ["nothing", { mode: "date", day: "2026-11-21", session: "ten" }, 1, "500", undefined],
  ["flexible: only tickets", { mode: "flexible", day: undefined, session: undefined }, 0, "", "tickets"],
])("the first missing step: %s", (_, resolved, quantity, price, step) => {
  const choices = [
    {
      soldOut: false,
      types: [{ type: { id: "gift" }, quantity, min: 1, max: 9, flexible: { min: "5", max: "500" } }],
    },
  ] as unknown as GroupChoice[];
  expect(firstMissingStep(resolved, choices, { gift: price }, "USD")?.step).toBe(step);
});
