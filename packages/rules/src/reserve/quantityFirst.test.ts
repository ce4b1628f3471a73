import { describe, expect, test } from "vitest";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { GroupChoice } from "./ticketChoices.ts";
import {
  firstMissingQuantityStep,
  quantityFirstReducer,
  initialQuantityFirst,
  type QuantityFirstState,
  type QuantityFirstAction,
} from "./quantityFirst.ts";
import { parseReserveQuery } from "./reserveQuery.ts";

const begin = (search = ""): QuantityFirstState => initialQuantityFirst(parseReserveQuery(search));
const after = (from: QuantityFirstState, ...actions: QuantityFirstAction[]) =>
  actions.reduce(quantityFirstReducer, from);

const two: QuantityFirstAction = { type: "quantities chosen", quantities: { adult: 2 } };
const find: QuantityFirstAction = { type: "tickets found", quantities: { adult: 2 } };
const saturday: QuantityFirstAction = { type: "date chosen", day: "2026-11-21" };
const ten: QuantityFirstAction = { type: "session chosen", day: "2026-11-21", session: "ten" };
const all = after(begin(), two, find, saturday, ten);
const openTickets = { hasConfirmedTickets: false, day: undefined, session: undefined };

describe("decisions", () => {
  test.each<[string, QuantityFirstState, Partial<QuantityFirstState>]>([
    ["begins with the tickets", begin(), { ...openTickets, quantities: undefined }],
    [
      "does not search for selected tickets before they are confirmed",
      after(begin(), two),
      { ...openTickets, quantities: { adult: 2 } },
    ],
    [
      "searches for tickets after they are confirmed",
      after(begin(), two, find),
      { hasConfirmedTickets: true, day: undefined },
    ],
    [
      "keeps the tickets when a date is selected",
      after(begin(), two, find, saturday),
      { hasConfirmedTickets: true, quantities: { adult: 2 } },
    ],
    [
      "keeps the tickets when a session is selected",
      all,
      { hasConfirmedTickets: true, session: "ten", quantities: { adult: 2 } },
    ],
    [
      "clears date and session when the tickets change",
      after(all, { type: "quantities chosen", quantities: { adult: 3 } }),
      { ...openTickets, quantities: { adult: 3 } },
    ],
    [
      "clears a date without a session when the tickets change",
      after(begin(), two, find, saturday, { type: "quantities chosen", quantities: { adult: 3 } }),
      { ...openTickets, quantities: { adult: 3 } },
    ],
    [
      "clears date and session when the tickets are reopened",
      after(all, { type: "tickets opened" }),
      { ...openTickets, quantities: { adult: 2 } },
    ],
    [
      "clears the date when the dates are reopened",
      after(all, { type: "dates opened" }),
      { hasConfirmedTickets: true, day: undefined, session: undefined, quantities: { adult: 2 } },
    ],
    [
      "keeps the date when the sessions are reopened",
      after(all, { type: "sessions opened", day: "2026-11-21" }),
      { hasConfirmedTickets: true, day: "2026-11-21", session: undefined, quantities: { adult: 2 } },
    ],
    [
      "clears the session when the date changes",
      after(all, { type: "date chosen", day: "2026-11-22" }),
      { hasConfirmedTickets: true, day: "2026-11-22", session: undefined, quantities: { adult: 2 } },
    ],
    [
      "reopens the tickets with a notice when the calendar is refused",
      after(begin(), two, find, { type: "calendar refused", text: "No." }),
      { ...openTickets, quantities: { adult: 2 }, notice: { kind: "calendar_refused", text: "No." } },
    ],
    [
      "clears the notice with the next choice",
      after(begin(), two, find, { type: "calendar refused", text: "No." }, two),
      { notice: undefined },
    ],
    [
      "keeps date and session when a price is entered",
      after(all, { type: "price typed", ticket_type_id: "gift", price: "5" }),
      { hasConfirmedTickets: true, session: "ten", prices: { gift: "5" } },
    ],
    [
      "returns to the date with Back",
      after(all, { type: "navigated", query: parseReserveQuery("date=2026-11-21") }),
      {
        hasConfirmedTickets: true,
        day: "2026-11-21",
        session: undefined,
        quantities: { adult: 2 },
      },
    ],
    [
      "clears the tickets when the flexible mode is selected",
      after(all, { type: "flexible chosen" }),
      {
        mode: "flexible",
        hasConfirmedTickets: false,
        quantities: undefined,
      },
    ],
    [
      "clears the tickets when the flexible mode is left",
      after(all, { type: "flexible chosen" }, two, { type: "dates opened" }),
      {
        mode: "date",
        hasConfirmedTickets: false,
        quantities: undefined,
      },
    ],
  ])("the form that asks tickets first %s", (_, state, expected) => expect(state).toMatchObject(expected));

  const session = (id: string, sold_out: boolean) => ({
    id,
    local_start: "10:00",
    sold_out,
    cancelled: false,
    left: null,
  });
  const soldOut = (...sessions: object[]): QuantityFirstAction => ({
    type: "sold out",
    day: "2026-11-21",
    session: { id: "ten", local_start: "10:00" },
    sessions: sessions as EventSession[],
  });
  test.each<[string, QuantityFirstAction, Partial<QuantityFirstState>]>([
    [
      "clears the session if another of the day is open",
      soldOut(session("ten", true), session("eleven", false)),
      { day: "2026-11-21", session: undefined, notice: { kind: "session_sold_out", time: "10:00" } },
    ],
    [
      "clears the date if no other session is open",
      soldOut(session("ten", true)),
      { day: undefined, session: undefined, notice: { kind: "date_sold_out", day: "2026-11-21" } },
    ],
  ])("a sold-out session %s and keeps the tickets", (_, action, expected) =>
    expect(after(all, action)).toMatchObject({ ...expected, hasConfirmedTickets: true, quantities: { adult: 2 } }),
  );
});

describe("a link", () => {
  test.each([
    ["with tickets does not confirm them", "quantity=Adult:2", false],
    ["that reserves tickets confirms them", "quantity=Adult:2&session=next&reserve=true", true],
    ["that reserves without tickets confirms nothing", "reserve=true", false],
  ])("a link %s", (_, search, hasConfirmedTickets) =>
    expect(begin(search).hasConfirmedTickets).toBe(hasConfirmedTickets),
  );
  test("keeps its date while tickets are chosen", () =>
    expect(after(begin("date=2026-11-21"), two, find).day).toBe("2026-11-21"));
});

describe("what is missing", () => {
  const choices = (quantity: number, flexible: { min: string; max: string } | null = null) =>
    [{ types: [{ type: { id: "adult" }, quantity, flexible }] }] as unknown as GroupChoice[];
  const state = { mode: "date", hasConfirmedTickets: true, day: "2026-11-21", session: {} } as const;
  test.each<[string, Parameters<typeof firstMissingQuantityStep>[0], GroupChoice[], string | undefined]>([
    ["nothing if all is selected", state, choices(1), undefined],
    ["tickets first", { ...state, hasConfirmedTickets: false }, choices(0), "tickets"],
    [
      "the price of flexible tickets second",
      { ...state, hasConfirmedTickets: false },
      choices(1, { min: "5", max: "9" }),
      "price",
    ],
    ["the search third", { ...state, hasConfirmedTickets: false, day: undefined }, choices(1), "find"],
    ["a date fourth", { ...state, day: undefined, session: undefined }, choices(1), "date"],
    ["a session last", { ...state, session: undefined }, choices(1), "session"],
    [
      "nothing for selected tickets in flexible mode",
      { mode: "flexible", hasConfirmedTickets: false, day: undefined, session: undefined },
      choices(1),
      undefined,
    ],
  ])("the missing step is %s", (_, state, chosen, step) =>
    expect(firstMissingQuantityStep(state, chosen, {}, "USD")?.step).toBe(step),
  );
});
