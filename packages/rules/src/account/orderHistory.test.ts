import { describe, expect, test } from "vitest";
import type { AccountTicket, OrderSession } from "@foyer/contract/shop/account.ts";
import {
  hasValidCodes,
  orderSummaries,
  sessionsOfOrder,
  sessionSummaries,
  ticketsForSession,
  type AccountHistory,
} from "./orderHistory.ts";

const session = (order: string, place: string, more: Partial<OrderSession> = {}): OrderSession => ({
  ticket_order_id: order,
  event_session_id: place,
  event_template_id: "whales",
  start_datetime: "2026-12-01T15:00:00Z",
  order_number: `10${order}`,
  purchased_on: "2026-11-01T12:00:00Z",
  event_name: "Whales",
  local_day: "2026-12-01",
  local_start: "10:00",
  all_day: false,
  timezone: "America/New_York",
  image: null,
  image_alt: null,
  image_focus: null,
  is_upcoming: true,
  flag: null,
  total: "40.00",
  taken_back: null,
  ...more,
});
let serial = 0;
const tickets = (count: number, order: string, place: string | null): AccountTicket[] =>
  Array.from({ length: count }, () => ({
    id: `t${++serial}`,
    state: "booked",
    ticket_order_id: order,
    ticket_type_id: "adult",
    ticket_group_id: "general",
    event_template_id: "whales",
    event_session_id: place,
    admit_name: null,
    admit_email: null,
    face_value: "20.00",
    adjusted_value: "20.00",
    start_datetime: null,
    timezone: "America/New_York",
    seat_template_id: null,
    seat_name: null,
    scan_code: `S${serial}`,
    handler_data: null,
    ticket_type_name: "Adult",
    ticket_group_name: "General",
    handler: "tickets",
    token: null,
  }));

/** Order 2 is the newer one: it also has tickets for the late session, and a pass. */
const rows: AccountHistory = {
  sessions: [
    session("2", "late", { local_start: "15:00", total: "60.00" }),
    session("2", "early", { total: "60.00" }),
    session("2", "pass", {
      event_session_id: null,
      event_template_id: "pass",
      local_day: null,
      local_start: null,
      is_upcoming: false,
      event_name: "Pass",
    }),
    session("1", "late", { local_start: "15:00" }),
  ],
  tickets: [
    ...tickets(2, "2", "late"),
    ...tickets(1, "2", "early"),
    ...tickets(1, "2", null).map((ticket) => ({ ...ticket, event_template_id: "pass" })),
    ...tickets(3, "1", "late"),
  ],
};
const nothing: AccountHistory = { sessions: [], tickets: [] };

describe("orders", () => {
  test("returns each order once, in the order of the reply", () =>
    expect(orderSummaries(rows)).toEqual([
      {
        orderNumber: "102",
        purchaseDate: "2026-11-01T12:00:00Z",
        counts: { ticket: 4, membership: 0, gift_card: 0, donation: 0 },
        numSessions: 3,
        ticketOrderId: "2",
        totalPrice: "60.00",
        takenBack: null,
        flag: null,
      },
      {
        orderNumber: "101",
        purchaseDate: "2026-11-01T12:00:00Z",
        counts: { ticket: 3, membership: 0, gift_card: 0, donation: 0 },
        numSessions: 1,
        ticketOrderId: "1",
        totalPrice: "40.00",
        takenBack: null,
        flag: null,
      },
    ]));
  test.each([
    [["cancelled", null], "cancelled"],
    [["past", "redeemed"], "past"],
    [["redeemed", "redeemed"], "redeemed"],
    [["past", null], null],
    [[null, null], null],
  ] as const)("an order whose visits are %j is %j", ([early, late], flag) => {
    const sessions = [
      session("4", "early", { flag: early }),
      session("4", "late", { flag: late }),
      session("4", "pass", { event_session_id: null, event_template_id: "pass", flag: null }),
    ];
    expect(orderSummaries({ sessions, tickets: [] })[0]?.flag).toBe(flag);
  });
  test("orders counts memberships, gift cards and donations separately from tickets", () => {
    const other = { event_session_id: null, local_day: null, local_start: null, is_upcoming: false };
    const sold = [
      ["friend", "membership"],
      ["card", "ledger"],
      ["gift", "donation"],
    ] as const;
    const [order] = orderSummaries({
      sessions: [
        session("3", "early"),
        ...sold.map(([event_template_id]) => session("3", event_template_id, { ...other, event_template_id })),
      ],
      tickets: [
        ...tickets(2, "3", "early"),
        ...sold.flatMap(([event_template_id, handler]) =>
          tickets(1, "3", null).map((ticket) => ({ ...ticket, event_template_id, handler })),
        ),
      ],
    });
    expect([order?.numSessions, order?.counts]).toEqual([1, { ticket: 2, membership: 1, gift_card: 1, donation: 1 }]);
  });
  test("counts a membership for four people once, in its order and across all orders", () => {
    const bought = { event_session_id: null, event_template_id: "friend", local_day: null, local_start: null };
    const rows = {
      sessions: ["3", "4"].map((order) => session(order, "friend", bought)),
      tickets: ["3", "4"].flatMap((order) =>
        tickets(4, order, null).map((ticket) => ({
          ...ticket,
          event_template_id: "friend",
          handler: "membership" as const,
        })),
      ),
    };
    expect(orderSummaries(rows).map(({ counts }) => counts.membership)).toEqual([1, 1]);
    expect(sessionSummaries(rows).map(({ ticketQuantity }) => ticketQuantity)).toEqual([2]);
  });
  test("returns an empty list for an account without orders", () => expect(orderSummaries(nothing)).toEqual([]));
});

describe("sessions", () => {
  test("returns each session once, earliest first, with the tickets of all orders", () =>
    expect(
      sessionSummaries(rows).map(({ id, ticketQuantity, orderIds, time }) => [id, ticketQuantity, orderIds, time]),
    ).toEqual([
      ["early", 1, ["2"], "10:00"],
      ["late", 5, ["2", "1"], "15:00"],
      ["pass", 1, ["2"], null],
    ]));
  test("sessions counts only the tickets of one order", () =>
    expect(sessionsOfOrder(rows, "1").map(({ id, ticketQuantity }) => [id, ticketQuantity])).toEqual([["late", 3]]));
  test("sessions has no time for an all-day session", () =>
    expect(sessionSummaries({ ...rows, sessions: [session("1", "day", { all_day: true })] })[0]?.time).toBeNull());
  test("lists the tickets for a session", () =>
    expect(ticketsForSession(rows, "late").map(({ ticket_order_id }) => ticket_order_id)).toEqual([
      "2",
      "2",
      "1",
      "1",
      "1",
    ]));
  test("returns no tickets for an unknown session", () => expect(ticketsForSession(rows, "never")).toEqual([]));
});

describe("an order has codes to show", () => {
  const order = (handler: AccountTicket["handler"], ...flags: OrderSession["flag"][]): AccountHistory => ({
    sessions: flags.map((flag, index) => session("5", `place-${index}`, { flag })),
    tickets: flags.flatMap((_, index) => tickets(1, "5", `place-${index}`).map((ticket) => ({ ...ticket, handler }))),
  });
  test.each([
    ["while a ticket is valid", order("tickets", "past", null), true],
    ["for a membership's card", order("membership", null), true],
    ["not once all is cancelled", order("tickets", "cancelled"), false],
    ["not once all is past, used or cancelled", order("tickets", "past", "redeemed", "cancelled"), false],
    ["not for a donation", order("donation", null), false],
    ["not for a gift card", order("ledger", null), false],
  ])("%s", (_, history, expected) => {
    expect(hasValidCodes(sessionsOfOrder(history, "5"))).toBe(expected);
  });
});
