import { describe, expect, test } from "vitest";
import { decideHold } from "./decideHold.ts";
import type {
  Buyer,
  HeldTicket,
  CatalogSnapshot,
  TicketGroupSnapshot,
  SessionSnapshot,
  TicketTypeSnapshot,
} from "./catalogSnapshot.ts";

const noLimit = { capacity: -1, oversell_capacity: 0, used_capacity: 0 };
const event = {
  hidden_type: "public_browsable",
  event_type: "repeating",
  timezone: "Europe/London",
  retired: false,
  name: "Whales",
  meta: {},
  config: {},
} as const;
const session: SessionSnapshot = {
  ...noLimit,
  capacity: 10,
  event_template_id: "whales",
  start_datetime: "2026-12-01T10:00:00Z",
  end_datetime: "2026-12-01T11:00:00Z",
  cancelled: false,
  retired: false,
  own: null,
};
const group: TicketGroupSnapshot = {
  ...noLimit,
  event_template_id: "whales",
  name: "General",
  handler: "tickets",
  meta: {},
  additional_info_spec: null,
  hidden_type: "public_browsable",
  available: true,
  retired: false,
  sales_start: null,
  sales_end: null,
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: -1,
  exclude_from_event_capacity: false,
  event,
};
const type: TicketTypeSnapshot = {
  id: "adult",
  name: "Adult",
  ticket_group_id: "general",
  currency_amount: 2000,
  member_event_ticket_type: null,
  currency_amount_min: null,
  currency_amount_max: null,
  fee_fixed_outside: 100,
  fee_percent_outside: 250,
  available: true,
  retired: false,
};
const child: TicketTypeSnapshot = { ...type, id: "child", currency_amount: 1000 };

const shelf = (
  change: {
    session?: Partial<SessionSnapshot>;
    group?: Partial<TicketGroupSnapshot>;
    type?: Partial<TicketTypeSnapshot>;
  } = {},
): CatalogSnapshot => ({
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([
    ["ten", { ...session, ...change.session }],
    ["other", { ...session, event_template_id: "elsewhere" }],
  ]),
  groups: new Map([
    ["general", { ...group, ...change.group }],
    ["foreign", { ...group, event_template_id: "elsewhere" }],
  ]),
  types: new Map([
    ["adult", { ...type, ...change.type }],
    ["child", child],
    ["stranger", { ...type, ticket_group_id: "foreign" }],
  ]),
  rules: [],
  discounts: [],
  codes: new Map(),
  cityPass: { web: {}, formats: undefined, usedVouchers: new Set() },
});
const wanted = (quantity: number, more: object = {}) => ({ ticket_type_id: "adult", quantity, ...more });
const line = (types: ReturnType<typeof wanted>[], event_session_id: string | null = "ten") => ({
  event_template_id: "whales",
  ...(event_session_id && { event_session_id }),
  ticket_types_required: types,
});
const buyer: Buyer = {
  role: "anonymous",
  member: { terms: [], uses: [], beyond: "otherwise" },
  currency: "GBP",
  held: [],
  codes: [],
  codeEligibility: { canUse: () => true, activeDiscounts: new Set() },
  answers: {},
  anchor: { admission_event_id: undefined, visit_time: undefined },
};
const held = (count: number): HeldTicket[] =>
  Array.from({ length: count }, () => ({
    ticket_type_id: "adult",
    ticket_group_id: "general",
    event_template_id: "whales",
    event_session_id: "ten",
    start_datetime: session.start_datetime,
    end_datetime: session.end_datetime,
    timezone: event.timezone,
    needs_anchor: false,
    matches_anchor: false,
    takes_a_place: true,
    handler: "tickets",
    face_value: 2000,
    fee_fixed_outside: 0,
    fee_percent_outside: 0,
  }));

const said = (verdict: ReturnType<typeof decideHold>) =>
  "rejection" in verdict ? verdict.rejection.code : verdict.tickets.length;

describe("the requested tickets", () => {
  test.each([
    ["two tickets", [line([wanted(2)])], shelf(), 2],
    ["lines of one session are summed", [line([wanted(6)]), line([wanted(5)])], shelf(), "session_capacity_exceeded"],
    [
      "an event that is not there",
      [{ ...line([wanted(1)]), event_template_id: "nowhere" }],
      shelf(),
      "event_not_found",
    ],
    ["a session of another event", [line([wanted(1)], "other")], shelf(), "event_session_not_found"],
    ["a session that is not there", [line([wanted(1)], "nowhen")], shelf(), "event_session_not_found"],
    ["no session", [line([wanted(1)], null)], shelf(), "event_session_not_found"],
    [
      "a type of another event",
      [line([wanted(1), { ticket_type_id: "stranger", quantity: 1 }])],
      shelf(),
      "ticket_type_not_available",
    ],
    [
      "a type that is not there",
      [line([wanted(1), { ticket_type_id: "nobody", quantity: 1 }])],
      shelf(),
      "ticket_type_not_available",
    ],
  ])("%s", (_, add, on, answer) => expect(said(decideHold(add, buyer, on))).toBe(answer));
});

describe("sales", () => {
  test("gives each seated ticket its seat and ignores seats of other tickets", () => {
    const add = [line([wanted(2, { seat_template_ids: ["A1", "A2"] })])];
    const seatsOf = (verdict: ReturnType<typeof decideHold>) =>
      "rejection" in verdict ? verdict.rejection.code : verdict.tickets.map((ticket) => ticket.seat_id);
    expect(seatsOf(decideHold(add, buyer, shelf({ group: { handler: "seated" } })))).toEqual(["A1", "A2"]);
    expect(seatsOf(decideHold(add, buyer, shelf()))).toEqual([null, null]);
    expect(said(decideHold([line([wanted(1)], null)], buyer, shelf({ group: { handler: "seated" } })))).toBe(
      "event_session_not_found",
    );
  });

  test.each([
    ["a cancelled session", { session: { cancelled: true } }, "event_session_not_on_sale"],
    [
      "a session that has begun",
      { session: { start_datetime: "2026-11-21T12:00:00Z", end_datetime: "2026-11-21T13:00:00Z" } },
      "event_session_not_on_sale",
    ],
    ["a session taken out of the programme", { session: { retired: true } }, "event_session_not_found"],
    ["an event taken out of the programme", { group: { event: { ...event, retired: true } } }, "event_not_found"],
    ["sales not begun", { group: { sales_start: "2026-11-21T12:00:01Z" } }, "ticket_group_not_on_sale"],
    ["sales over", { group: { sales_end: "2026-11-21T12:00:00Z" } }, "ticket_group_not_on_sale"],
    ["a group not available", { group: { available: false } }, "ticket_type_not_available"],
    ["a type not available", { type: { available: false } }, "ticket_type_not_available"],
    ["a group for members", { group: { hidden_type: "public_member_only" } }, "member_required"],
    ["an event for members", { group: { event: { ...event, hidden_type: "public_member_only" } } }, "member_required"],
    ["a group for whoever has its link", { group: { hidden_type: "public_link_only" } }, 1],
  ] as const)("%s", (_, change, answer) =>
    expect(said(decideHold([line([wanted(1)])], buyer, shelf(change as Parameters<typeof shelf>[0])))).toBe(answer),
  );
});

describe("limits per order", () => {
  test.each([
    ["up to the most", 8, 0, { max_tickets_per_order: 8 }, 8],
    ["one more", 9, 0, { max_tickets_per_order: 8 }, "max_tickets_per_order_exceeded"],
    ["with what is held", 3, 6, { max_tickets_per_order: 8 }, "max_tickets_per_order_exceeded"],
    ["none may be had", 1, 0, { max_tickets_per_order: 0 }, "max_tickets_per_order_exceeded"],
    ["below the least", 3, 0, { min_tickets_per_order: 4 }, "min_tickets_per_order_not_met"],
    ["the least together with what is held", 2, 2, { min_tickets_per_order: 4 }, 2],
    ["the hard cap", 1, 1000, {}, "max_tickets_per_order_exceeded"],
    ["more than could ever be counted out", 2 ** 33, 0, {}, "max_tickets_per_order_exceeded"],
  ])("%s", (_, asked, has, limits, answer) =>
    expect(
      said(
        decideHold(
          [line([wanted(asked)])],
          { ...buyer, held: held(has) },
          shelf({ group: limits, session: { capacity: -1 } }),
        ),
      ),
    ).toBe(answer),
  );
});

describe("capacity", () => {
  test.each([
    ["the last places", 4, 0, { session: { used_capacity: 6 } }, 4],
    ["some, not enough", 5, 0, { session: { used_capacity: 6 } }, "session_capacity_exceeded"],
    ["none", 1, 0, { session: { used_capacity: 10 } }, "event_session_sold_out"],
    ["none, all of it one's own", 1, 10, { session: { used_capacity: 10 } }, "session_capacity_exceeded"],
    ["oversell", 2, 0, { session: { used_capacity: 10, oversell_capacity: 2 } }, 2],
    ["the group's last", 1, 0, { group: { capacity: 5, used_capacity: 4 } }, 1],
    [
      "the group has some, not enough",
      2,
      0,
      { group: { capacity: 5, used_capacity: 4 } },
      "ticket_group_capacity_exceeded",
    ],
    ["the group has none", 1, 0, { group: { capacity: 5, used_capacity: 5 } }, "ticket_group_sold_out"],
    [
      "a group apart from the session's room",
      3,
      0,
      { session: { used_capacity: 10 }, group: { exclude_from_event_capacity: true } },
      3,
    ],
  ])("%s", (_, asked, has, change, answer) =>
    expect(said(decideHold([line([wanted(asked)])], { ...buyer, held: held(has) }, shelf(change)))).toBe(answer),
  );
});

describe("prices", () => {
  const flexible = { currency_amount_min: 500, currency_amount_max: 5000 };
  const price = (change: Partial<TicketTypeSnapshot>, more: object = {}, own: SessionSnapshot["own"] = null) => {
    const verdict = decideHold([line([wanted(1, more)])], buyer, shelf({ type: change, session: { own } }));
    return "rejection" in verdict ? verdict.rejection.code : verdict.tickets[0]?.face_value;
  };
  test.each([
    ["the type's", {}, {}, 2000],
    ["the shop's, whatever is said", {}, { face_value: "0" }, 2000],
    ["the buyer's", flexible, { face_value: "12.5" }, 1250],
    ["the least", flexible, { face_value: "5" }, 500],
    ["the most", flexible, { face_value: "50.00" }, 5000],
    ["less than the least", flexible, { face_value: "4.99" }, "price_out_of_range"],
    ["more than the most", flexible, { face_value: "50.01" }, "price_out_of_range"],
    ["none said", flexible, {}, "price_out_of_range"],
    ...["5.001", "1e1", "Infinity", "12,50", "-5", "", " 6", "NaN"].map(
      (text) => [`'${text}'`, flexible, { face_value: text }, "price_out_of_range"] as const,
    ),
  ] as const)("%s", (_, change, more, answer) => expect(price(change, more)).toBe(answer));

  test("accepts exactly the amounts within the bounds among ten thousand random texts", () => {
    const signs = "0123456789012345678901234567895.5.5.5,-+eE ";
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1664525 + 1013904223) % 2 ** 32;
      return Math.floor((seed / 2 ** 32) * most);
    };
    let taken = 0;
    for (let made = 0; made < 10_000; made++) {
      const text = Array.from({ length: 1 + next(5) }, () => signs[next(signs.length)]).join("");
      const [, whole = "", part = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
      const amount = Number(whole) * 100 + Number(part.padEnd(2, "0"));
      const fits = whole !== "" && amount >= 500 && amount <= 5000;
      taken += fits ? 1 : 0;
      expect(price(flexible, { face_value: text }), text).toBe(fits ? amount : "price_out_of_range");
    }
    expect(taken).toBeGreaterThan(300);
  });

  test("the session's own", () => expect(price({}, {}, { adult: 1500 })).toBe(1500));
});

test("a ticket stores its price, fees and attendee", () => {
  const verdict = decideHold(
    [line([wanted(2, { admit_names: [" Ada Byron "], admit_emails: ["ada@example.com"] })])],
    buyer,
    shelf({ group: { meta: { admit_names: "optional", admit_emails: "optional" } } }),
  );
  expect("tickets" in verdict && verdict.tickets).toEqual([
    expect.objectContaining({
      face_value: 2000,
      fee_fixed: 100,
      fee_percent: 50,
      admit_name: "Ada Byron",
      admit_email: "ada@example.com",
      event_session_id: "ten",
    }),
    expect.objectContaining({ admit_name: null, admit_email: null }),
  ]);
});

test("a pass has no session but a term", () => {
  const verdict = decideHold(
    [line([wanted(1)], null)],
    buyer,
    shelf({ group: { handler: "passes", duration_new: "P1Y" } }),
  );
  expect("tickets" in verdict && verdict.tickets[0]).toMatchObject({
    event_session_id: null,
    valid_from: "2026-11-21T12:00:00Z",
    valid_to: "2027-11-21T12:00:00Z",
  });
});
