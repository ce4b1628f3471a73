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

describe("one decision after another", () => {
  test.each<[string, QuantityFirstState, Partial<QuantityFirstState>]>([
    ["the page begins with tickets", begin(), { ...openTickets, quantities: undefined }],
    ["tickets chosen are not yet looked for", after(begin(), two), { ...openTickets, quantities: { adult: 2 } }],
    ["the button looks for them", after(begin(), two, find), { hasConfirmedTickets: true, day: undefined }],
    [
      "a date keeps the tickets",
      after(begin(), two, find, saturday),
      { hasConfirmedTickets: true, quantities: { adult: 2 } },
    ],
    ["so does a session", all, { hasConfirmedTickets: true, session: "ten", quantities: { adult: 2 } }],
    [
      "other tickets forget date and session",
      after(all, { type: "quantities chosen", quantities: { adult: 3 } }),
      { ...openTickets, quantities: { adult: 3 } },
    ],
    [
      "a date without a session is forgotten as well",
      after(begin(), two, find, saturday, { type: "quantities chosen", quantities: { adult: 3 } }),
      { ...openTickets, quantities: { adult: 3 } },
    ],
    ["to open them does so too", after(all, { type: "tickets opened" }), { ...openTickets, quantities: { adult: 2 } }],
    [
      "a date given back",
      after(all, { type: "dates opened" }),
      { hasConfirmedTickets: true, day: undefined, session: undefined, quantities: { adult: 2 } },
    ],
    [
      "a session given back keeps the date",
      after(all, { type: "sessions opened", day: "2026-11-21" }),
      { hasConfirmedTickets: true, day: "2026-11-21", session: undefined, quantities: { adult: 2 } },
    ],
    [
      "another date forgets the session",
      after(all, { type: "date chosen", day: "2026-11-22" }),
      { hasConfirmedTickets: true, day: "2026-11-22", session: undefined, quantities: { adult: 2 } },
    ],
    [
      "a calendar that is refused opens the tickets and says why",
      after(begin(), two, find, { type: "calendar refused", text: "No." }),
      { ...openTickets, quantities: { adult: 2 }, notice: { kind: "calendar_refused", text: "No." } },
    ],
    [
      "what was said ends with the next choice",
      after(begin(), two, find, { type: "calendar refused", text: "No." }, two),
      { notice: undefined },
    ],
    [
      "a price typed changes no date",
      after(all, { type: "price typed", ticket_type_id: "gift", price: "5" }),
      { hasConfirmedTickets: true, session: "ten", prices: { gift: "5" } },
    ],
    [
      "Back to the date",
      after(all, { type: "navigated", query: parseReserveQuery("date=2026-11-21") }),
      {
        hasConfirmedTickets: true,
        day: "2026-11-21",
        session: undefined,
        quantities: { adult: 2 },
      },
    ],
    [
      "tickets without a date are others",
      after(all, { type: "flexible chosen" }),
      {
        mode: "flexible",
        hasConfirmedTickets: false,
        quantities: undefined,
      },
    ],
    [
      "and back from them",
      after(all, { type: "flexible chosen" }, two, { type: "dates opened" }),
      {
        mode: "date",
        hasConfirmedTickets: false,
        quantities: undefined,
      },
    ],
  ])("%s", (_, decided, expected) => expect(decided).toMatchObject(expected));

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
      "another session of the day can take them",
      soldOut(session("ten", true), session("eleven", false)),
      { day: "2026-11-21", session: undefined, notice: { kind: "session_sold_out", time: "10:00" } },
    ],
    [
      "none can",
      soldOut(session("ten", true)),
      { day: undefined, session: undefined, notice: { kind: "date_sold_out", day: "2026-11-21" } },
    ],
  ])("sold out meanwhile: %s; the tickets stay", (_, action, expected) =>
    expect(after(all, action)).toMatchObject({ ...expected, hasConfirmedTickets: true, quantities: { adult: 2 } }),
  );
});

describe("a link", () => {
  test.each([
    ["with tickets only fills them in", "quantity=Adult:2", false],
    ["that reserves has pressed the button", "quantity=Adult:2&session=next&reserve=true", true],
    ["that reserves nothing has not", "reserve=true", false],
  ])("%s", (_, search, hasConfirmedTickets) => expect(begin(search).hasConfirmedTickets).toBe(hasConfirmedTickets));
  test("keeps its date while tickets are chosen", () =>
    expect(after(begin("date=2026-11-21"), two, find).day).toBe("2026-11-21"));
});

describe("what is missing", () => {
  const choices = (quantity: number, flexible: { min: string; max: string } | null = null) =>
    [{ types: [{ type: { id: "adult" }, quantity, flexible }] }] as unknown as GroupChoice[];
  const state = { mode: "date", hasConfirmedTickets: true, day: "2026-11-21", session: {} } as const;
  test.each<[string, Parameters<typeof firstMissingQuantityStep>[0], GroupChoice[], string | undefined]>([
    ["nothing", state, choices(1), undefined],
    ["tickets first", { ...state, hasConfirmedTickets: false }, choices(0), "tickets"],
    ["then their price", { ...state, hasConfirmedTickets: false }, choices(1, { min: "5", max: "9" }), "price"],
    ["then the button", { ...state, hasConfirmedTickets: false, day: undefined }, choices(1), "find"],
    ["then a date", { ...state, day: undefined, session: undefined }, choices(1), "date"],
    ["then a session", { ...state, session: undefined }, choices(1), "session"],
    [
      "without a date there is nothing to find",
      { mode: "flexible", hasConfirmedTickets: false, day: undefined, session: undefined },
      choices(1),
      undefined,
    ],
  ])("%s", (_, decided, chosen, step) => expect(firstMissingQuantityStep(decided, chosen, {}, "USD")?.step).toBe(step));
});
