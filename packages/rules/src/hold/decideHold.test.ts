import { describe, expect, test } from "vitest";
import { groupSnapshot, sessionSnapshot, typeSnapshot } from "../../test/testSnapshots.ts";
import { decideHold, noExtras } from "./decideHold.ts";
import type {
  Buyer,
  HeldTicket,
  CatalogSnapshot,
  TicketGroupSnapshot,
  SessionSnapshot,
  TicketTypeSnapshot,
} from "./catalogSnapshot.ts";

const session = sessionSnapshot({ capacity: 10 });
const group = groupSnapshot();
const { event } = group;
const type = typeSnapshot({ fee_fixed_outside: 100, fee_percent_outside: 250 });
const child = { ...type, id: "child", currency_amount: 1000 };

const catalog = (
  change: {
    session?: Partial<SessionSnapshot>;
    group?: Partial<TicketGroupSnapshot>;
    type?: Partial<TicketTypeSnapshot>;
  } = {},
): CatalogSnapshot => ({
  now: Temporal.Instant.from("2026-11-21T12:00:00Z"),
  sessions: new Map([
    ["ten", { ...session, ...change.session }],
    ["other", { ...session, event_template_id: "seals" }],
  ]),
  groups: new Map([
    ["general", { ...group, ...change.group }],
    ["foreign", { ...group, event_template_id: "seals" }],
  ]),
  types: new Map([
    ["adult", { ...type, ...change.type }],
    ["child", child],
    ["foreign adult", { ...type, ticket_group_id: "foreign" }],
  ]),
  rules: [],
  discounts: [],
  step: 1,
  codes: new Map(),
  cityPass: { web: {}, formats: undefined, usedVouchers: new Set() },
});
const adults = (quantity: number, more: object = {}) => ({ ticket_type_id: "adult", quantity, ...more });
const line = (types: ReturnType<typeof adults>[], event_session_id: string | null = "ten") => ({
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
    uses_capacity: true,
    handler: "tickets",
    face_value: 2000,
    fee_fixed_outside: 0,
    fee_percent_outside: 0,
  }));

const outcome = (decision: ReturnType<typeof decideHold>) =>
  "rejection" in decision ? decision.rejection.code : decision.tickets.length;

describe("the requested tickets", () => {
  test.each([
    ["accepts two tickets", [line([adults(2)])], catalog(), 2],
    [
      "counts the lines of one session together",
      [line([adults(6)]), line([adults(5)])],
      catalog(),
      "session_capacity_exceeded",
    ],
    [
      "refuses an unknown event",
      [{ ...line([adults(1)]), event_template_id: "unknown" }],
      catalog(),
      "event_not_found",
    ],
    ["refuses a session of another event", [line([adults(1)], "other")], catalog(), "event_session_not_found"],
    ["refuses an unknown session", [line([adults(1)], "unknown")], catalog(), "event_session_not_found"],
    ["refuses a line without its session", [line([adults(1)], null)], catalog(), "event_session_not_found"],
    [
      "refuses a type of another event",
      [line([adults(1), { ticket_type_id: "foreign adult", quantity: 1 }])],
      catalog(),
      "ticket_type_not_available",
    ],
    [
      "refuses an unknown type",
      [line([adults(1), { ticket_type_id: "unknown", quantity: 1 }])],
      catalog(),
      "ticket_type_not_available",
    ],
  ])("a hold %s", (_, add, snapshot, expected) => expect(outcome(decideHold(add, buyer, snapshot))).toBe(expected));
});

describe("sales", () => {
  test("gives each seated ticket its seat and ignores seats of other tickets", () => {
    const add = [line([adults(2, { seat_template_ids: ["A1", "A2"] })])];
    const seatsOf = (decision: ReturnType<typeof decideHold>) =>
      "rejection" in decision ? decision.rejection.code : decision.tickets.map((ticket) => ticket.seat_id);
    expect(seatsOf(decideHold(add, buyer, catalog({ group: { handler: "seated" } })))).toEqual(["A1", "A2"]);
    expect(seatsOf(decideHold(add, buyer, catalog()))).toEqual([null, null]);
    expect(outcome(decideHold([line([adults(1)], null)], buyer, catalog({ group: { handler: "seated" } })))).toBe(
      "event_session_not_found",
    );
  });

  test.each([
    ["refuses a cancelled session", { session: { cancelled: true } }, "event_session_not_on_sale"],
    [
      "refuses a session that has begun",
      { session: { start_datetime: "2026-11-21T12:00:00Z", end_datetime: "2026-11-21T13:00:00Z" } },
      "event_session_not_on_sale",
    ],
    ["refuses a retired session", { session: { retired: true } }, "event_session_not_found"],
    ["refuses a retired event", { group: { event: { ...event, retired: true } } }, "event_not_found"],
    [
      "refuses a group before its sales start",
      { group: { sales_start: "2026-11-21T12:00:01Z" } },
      "ticket_group_not_on_sale",
    ],
    [
      "refuses a group after its sales end",
      { group: { sales_end: "2026-11-21T12:00:00Z" } },
      "ticket_group_not_on_sale",
    ],
    ["refuses an unavailable group", { group: { available: false } }, "ticket_type_not_available"],
    ["refuses an unavailable type", { type: { available: false } }, "ticket_type_not_available"],
    ["refuses a group for members", { group: { hidden_type: "public_member_only" } }, "member_required"],
    [
      "refuses an event for members",
      { group: { event: { ...event, hidden_type: "public_member_only" } } },
      "member_required",
    ],
    ["accepts a group for visitors with its link", { group: { hidden_type: "public_link_only" } }, 1],
  ] as const)("a hold %s", (_, change, expected) =>
    expect(outcome(decideHold([line([adults(1)])], buyer, catalog(change as Parameters<typeof catalog>[0])))).toBe(
      expected,
    ),
  );
});

describe("tickets with dates of their own", () => {
  const season = { start_policy: "fixedfrom", start_policy_date: "2026-12-01T00:00:00Z", duration_new: "P3D" } as const;
  test.each([
    ["without a session", null],
    ["with a session, which is for the line's other types", "ten"],
  ])("tickets with dates of their own are held %s and valid for their term", (_, event_session_id) => {
    const full = { used_capacity: 10, oversell_capacity: 0 };
    const decision = decideHold(
      [line([adults(1)], event_session_id)],
      buyer,
      catalog({ group: season, session: full }),
    );
    expect("tickets" in decision && decision.tickets).toMatchObject([
      {
        event_session_id: null,
        start_datetime: null,
        valid_from: "2026-12-01T00:00:00Z",
        valid_to: "2026-12-04T00:00:00Z",
      },
    ]);
  });
});

describe("limits per order", () => {
  test.each([
    ["accepts tickets up to the group's maximum", 8, 0, { max_tickets_per_order: 8 }, 8],
    ["refuses tickets above the group's maximum", 9, 0, { max_tickets_per_order: 8 }, "max_tickets_per_order_exceeded"],
    [
      "counts held tickets towards the group's maximum",
      3,
      6,
      { max_tickets_per_order: 8 },
      "max_tickets_per_order_exceeded",
    ],
    [
      "refuses tickets of a group with a maximum of 0",
      1,
      0,
      { max_tickets_per_order: 0 },
      "max_tickets_per_order_exceeded",
    ],
    ["refuses tickets below the group's minimum", 3, 0, { min_tickets_per_order: 4 }, "min_tickets_per_order_not_met"],
    ["counts held tickets towards the group's minimum", 2, 2, { min_tickets_per_order: 4 }, 2],
    ["refuses more tickets than a cart may hold", 1, 1000, {}, "max_tickets_per_order_exceeded"],
    ["refuses a quantity too large to build", 2 ** 33, 0, {}, "max_tickets_per_order_exceeded"],
  ])("%s", (_, quantity, heldCount, limits, expected) =>
    expect(
      outcome(
        decideHold(
          [line([adults(quantity)])],
          { ...buyer, held: held(heldCount) },
          catalog({ group: limits, session: { capacity: -1 } }),
        ),
      ),
    ).toBe(expected),
  );
});

describe("capacity", () => {
  test.each([
    ["accepts the last places of a session", 4, 0, { session: { used_capacity: 6 } }, 4],
    ["refuses more tickets than places left", 5, 0, { session: { used_capacity: 6 } }, "session_capacity_exceeded"],
    ["refuses tickets of a sold-out session", 1, 0, { session: { used_capacity: 10 } }, "event_session_sold_out"],
    [
      "does not call a session sold out that the buyer holds alone",
      1,
      10,
      { session: { used_capacity: 10 } },
      "session_capacity_exceeded",
    ],
    ["accepts tickets up to the oversell capacity", 2, 0, { session: { used_capacity: 10, oversell_capacity: 2 } }, 2],
    ["accepts the last ticket of a group", 1, 0, { group: { capacity: 5, used_capacity: 4 } }, 1],
    [
      "refuses more tickets than the group has left",
      2,
      0,
      { group: { capacity: 5, used_capacity: 4 } },
      "ticket_group_capacity_exceeded",
    ],
    [
      "refuses tickets of a sold-out group",
      1,
      0,
      { group: { capacity: 5, used_capacity: 5 } },
      "ticket_group_sold_out",
    ],
    [
      "does not count a group excluded from the session's capacity",
      3,
      0,
      { session: { used_capacity: 10 }, group: { exclude_from_event_capacity: true } },
      3,
    ],
  ])("%s", (_, quantity, heldCount, change, expected) =>
    expect(outcome(decideHold([line([adults(quantity)])], { ...buyer, held: held(heldCount) }, catalog(change)))).toBe(
      expected,
    ),
  );
});

describe("the price of a ticket", () => {
  const flexible = { currency_amount_min: 500, currency_amount_max: 5000 };
  const price = (change: Partial<TicketTypeSnapshot>, more: object = {}, own: SessionSnapshot["own"] = null) => {
    const decision = decideHold([line([adults(1, more)])], buyer, catalog({ type: change, session: { own } }));
    return "rejection" in decision ? decision.rejection.code : decision.tickets[0]?.face_value;
  };
  test.each([
    ["is the type's", {}, {}, 2000],
    ["is the type's whatever the request says", {}, { face_value: "0" }, 2000],
    ["is the buyer's if it is flexible", flexible, { face_value: "12.5" }, 1250],
    ["may be the minimum of a flexible price", flexible, { face_value: "5" }, 500],
    ["may be the maximum of a flexible price", flexible, { face_value: "50.00" }, 5000],
    ["is refused below the minimum", flexible, { face_value: "4.99" }, "price_out_of_range"],
    ["is refused above the maximum", flexible, { face_value: "50.01" }, "price_out_of_range"],
    ["is refused without an amount if it is flexible", flexible, {}, "price_out_of_range"],
    ...["5.001", "1e1", "Infinity", "12,50", "-5", "", " 6", "NaN"].map(
      (text) => [`is refused as the text '${text}'`, flexible, { face_value: text }, "price_out_of_range"] as const,
    ),
  ] as const)("the price of a held ticket %s", (_, change, more, expected) =>
    expect(price(change, more)).toBe(expected),
  );

  test.each([
    ["5.010", 5010],
    ["5.01", 5010],
    ["5.005", { code: "price_out_of_range", reason: "amount_step", step: "0.010", currency: "KWD" }],
    ["4.995", { code: "price_out_of_range" }],
    ["50.005", { code: "price_out_of_range" }],
  ])("of %s dinars is in steps that every card pays", (face_value, expected) => {
    const type = { currency_amount_min: 5000, currency_amount_max: 50_000 };
    const decision = decideHold([line([adults(1, { face_value })])], { ...buyer, currency: "KWD" }, catalog({ type }));
    if (!("rejection" in decision)) return expect(decision.tickets[0]?.face_value).toBe(expected);
    const { code, extra } = decision.rejection;
    expect({ code, ...extra, ticket_type_id: undefined }).toEqual(expected);
  });

  test("accepts exactly the amounts within the bounds among ten thousand random texts", () => {
    const signs = "0123456789012345678901234567895.5.5.5,-+eE ";
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1664525 + 1013904223) % 2 ** 32;
      return Math.floor((seed / 2 ** 32) * most);
    };
    let accepted = 0;
    for (let index = 0; index < 10_000; index++) {
      const text = Array.from({ length: 1 + next(5) }, () => signs[next(signs.length)]).join("");
      const [, whole = "", part = ""] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
      const amount = Number(whole) * 100 + Number(part.padEnd(2, "0"));
      const fits = whole !== "" && amount >= 500 && amount <= 5000;
      accepted += fits ? 1 : 0;
      expect(price(flexible, { face_value: text }), text).toBe(fits ? amount : "price_out_of_range");
    }
    expect(accepted).toBeGreaterThan(300);
  });

  test("a session's own price replaces the type's", () => expect(price({}, {}, { adult: 1500 })).toBe(1500));
});

test("a ticket stores its price, fees and attendee", () => {
  const decision = decideHold(
    [line([adults(2, { admit_names: [" Ada Byron "], admit_emails: ["ada@example.com"] })])],
    buyer,
    catalog({ group: { meta: { admit_names: "optional", admit_emails: "optional" } } }),
  );
  expect("tickets" in decision && decision.tickets).toEqual([
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

test("a ticket keeps the tax of its type", () => {
  const tax = { name: "VAT", percent: 6.9 };
  const taxOf = (type: Partial<TicketTypeSnapshot>) => {
    const decision = decideHold([line([adults(1)])], buyer, catalog({ type }));
    return "tickets" in decision && decision.tickets.map((one) => one.tax);
  };
  expect(taxOf({ tax })).toEqual([tax]);
  expect(taxOf({})).toEqual([null]);
});

test("a pass gets a term instead of a session", () => {
  const decision = decideHold(
    [line([adults(1)], null)],
    buyer,
    catalog({ group: { handler: "passes", duration_new: "P1Y" } }),
  );
  expect("tickets" in decision && decision.tickets[0]).toMatchObject({
    event_session_id: null,
    valid_from: "2026-11-21T12:00:00Z",
    valid_to: "2027-11-21T00:00:00Z",
  });
});

describe("tickets that the venue oversells", () => {
  const oversold = (room: number, change: "session" | "group") => {
    const limited = catalog({ [change]: { capacity: 10, used_capacity: 10 - room } });
    const decision = decideHold([line([adults(3)])], buyer, limited, { ...noExtras, oversells: true });
    return "rejection" in decision ? decision.rejection.code : decision.tickets.map((ticket) => ticket.is_oversold);
  };
  test.each(["session", "group"] as const)("take what a %s has, and no place beyond it", (change) => {
    expect(oversold(3, change)).toEqual([false, false, false]);
    expect(oversold(1, change)).toEqual([false, true, true]);
    expect(oversold(0, change)).toEqual([true, true, true]);
  });

  test("are still refused where the sale has ended", () => {
    const ended = catalog({ group: { sales_end: "2026-11-01T00:00:00Z" } });
    expect(outcome(decideHold([line([adults(1)])], buyer, ended, { ...noExtras, oversells: true }))).toBe(
      "ticket_group_not_on_sale",
    );
  });
});

describe("limits that a group lifts for the counter", () => {
  const window = { sales_end: "2026-11-01T00:00:00Z" };
  const ofEvent = { event: { ...group.event, meta: { max_tickets_per_order: 1 } } };
  test.each([
    ["a sales window at the counter", window, { sales_window: true }, true, 2],
    ["a sales window on the web", window, { sales_window: true }, false, "ticket_group_not_on_sale"],
    [
      "a sales window, where only the limits are lifted",
      window,
      { order_limits: true },
      true,
      "ticket_group_not_on_sale",
    ],
    ["a limit of the order at the counter", { max_tickets_per_order: 1 }, { order_limits: true }, true, 2],
    [
      "a limit of the order on the web",
      { max_tickets_per_order: 1 },
      { order_limits: true },
      false,
      "max_tickets_per_order_exceeded",
    ],
    ["a minimum at the counter", { min_tickets_per_order: 5 }, { order_limits: true }, true, 2],
    ["places are never lifted", { capacity: 1 }, { order_limits: true, sales_window: true }, true, expect.any(String)],
    ["an event's limit at the counter", ofEvent, { order_limits: true }, true, 2],
    ["an event's limit on the web", ofEvent, { order_limits: true }, false, "max_tickets_per_order_exceeded"],
    [
      "an event's limit, where only the window is lifted",
      ofEvent,
      { sales_window: true },
      true,
      "max_tickets_per_order_exceeded",
    ],
  ] as const)("%s", (_, limits, counter, atCounter, expected) => {
    const sold = catalog({ group: { ...limits, meta: { counter } } });
    const decision = decideHold([line([adults(2)])], buyer, sold, { ...noExtras, atCounter });
    expect("rejection" in decision ? decision.rejection.code : decision.tickets.length).toEqual(expected);
  });
});
