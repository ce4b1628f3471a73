import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import {
  selectionTotal,
  ticketChoices,
  clampQuantities,
  isInvalidPrice,
  priceProblem,
  ticketFees,
  defaultQuantities,
  eventLimitOf,
  suggestedPrices,
  type TicketChoicesInput,
} from "./ticketChoices.ts";
import { missingTicketStep } from "./missingStep.ts";
import { needsNoSession } from "../catalog/handlers.ts";
import { reservableGroups } from "./reservableGroups.ts";
import { dollars, testGroup as group, testType as type } from "../../test/testCatalog.ts";

const open: TicketChoicesInput = {
  groups: [group("general")],
  types: [type("adult", "general"), type("child", "general")],
  sessionLeft: null,
  quantities: {},
  inCart: {},
};
const mostOfAdult = (input: TicketChoicesInput) =>
  ticketChoices(input)
    .flatMap((choice) => choice.types)
    .find((choice) => choice.type.id === "adult")?.max;

describe("the maximum of a type", () => {
  const limited = { ...open, groups: [group("general", { max_tickets_per_order: 8 })] };
  test.each<[string, TicketChoicesInput, number]>([
    ["is the limit per type without other limits", open, 1000],
    ["is the limit per order", limited, 8],
    ["is less by the group's other types", { ...limited, quantities: { child: 3 } }, 5],
    ["is less by tickets in the cart", { ...limited, inCart: { general: 7 } }, 1],
    ["is 0 if the cart holds the limit", { ...limited, inCart: { general: 9 } }, 0],
    ["is the group's places left", { ...open, groups: [group("general", { left: 3 })], quantities: { child: 1 } }, 2],
    [
      "is less by the group's places that the cart holds",
      { ...open, groups: [group("general", { left: 3 })], inCart: { general: 2 } },
      1,
    ],
    ["is the session's places left", { ...open, sessionLeft: 6 }, 6],
    [
      "is less by other groups' tickets for the session",
      {
        ...open,
        sessionLeft: 6,
        groups: [group("general"), group("tour")],
        types: [...open.types, type("guided", "tour")],
        quantities: { guided: 2 },
      },
      4,
    ],
    [
      "is not less by a group excluded from the session's capacity",
      {
        ...open,
        sessionLeft: 6,
        groups: [group("general"), group("audio", { exclude_from_event_capacity: true })],
        types: [...open.types, type("guide", "audio")],
        quantities: { guide: 2 },
      },
      6,
    ],
    ["is what the event allows in one order", { ...limited, eventLimit: { most: 5, inCart: 0 } }, 5],
    ["is less by the event's tickets in the cart", { ...limited, eventLimit: { most: 5, inCart: 4 } }, 1],
    ["is 0 if the cart holds more than the event allows", { ...limited, eventLimit: { most: 5, inCart: 7 } }, 0],
    [
      "is less by other groups' tickets of the event, those outside the session's capacity too",
      {
        ...open,
        eventLimit: { most: 5, inCart: 1 },
        groups: [group("general"), group("audio", { exclude_from_event_capacity: true })],
        types: [...open.types, type("guide", "audio")],
        quantities: { adult: 1, child: 1, guide: 1 },
      },
      2,
    ],
    [
      "ignores the session for an excluded group",
      { ...open, sessionLeft: 0, groups: [group("general", { exclude_from_event_capacity: true })] },
      1000,
    ],
  ])("the maximum of a type %s", (_, input, expected) => expect(mostOfAdult(input)).toBe(expected));
});

test("names the event's limit as the reason, with its value", () => {
  const [choice] = ticketChoices({ ...open, eventLimit: { most: 5, inCart: 4 } });
  expect(choice?.types[0]?.limit).toEqual({ reason: "event", count: 5 });
});

test("the event's limit only counts the cart's lines of that event", () => {
  const lines = [
    { event_template_id: "tour", types: [{ count: 2 }, { count: 1 }] },
    { event_template_id: "tour", types: [{ count: 1 }] },
    { event_template_id: "visit", types: [{ count: 9 }] },
  ];
  expect(eventLimitOf({ id: "tour", meta: { max_tickets_per_order: 6 } }, lines)).toEqual({ most: 6, inCart: 4 });
  expect(eventLimitOf({ id: "tour", meta: {} }, lines)).toBeUndefined();
});

test.each<[string, Partial<TicketGroup>, TicketType[], boolean]>([
  ["for sale", {}, open.types.slice(), false],
  ["sold out", { sold_out: true }, open.types.slice(), true],
  ["none left", { left: 0 }, open.types.slice(), true],
  ["no type left", {}, [type("adult", "general", { available: false })], true],
])("a ticket group says whether it is sold out: %s", (_, more, types, soldOut) =>
  expect(ticketChoices({ ...open, groups: [group("general", more)], types })[0]?.soldOut).toBe(soldOut),
);

test("a single type has the group's minimum", () => {
  const groups = [group("general", { min_tickets_per_order: 4 })];
  expect(ticketChoices({ ...open, groups, types: [type("adult", "general")] })[0]?.types[0]?.min).toBe(4);
  expect(ticketChoices({ ...open, groups })[0]?.types[0]?.min).toBe(1);
});

test.each<[string, TicketChoicesInput, Record<string, number>, Record<string, number>]>([
  ["keeps quantities within the limits", open, { adult: 2, child: 1 }, { adult: 2, child: 1 }],
  [
    "lowers quantities above the limits in order",
    { ...open, sessionLeft: 3 },
    { adult: 2, child: 4 },
    { adult: 2, child: 1 },
  ],
  ["drops unknown types", open, { adult: 1, senior: 2 }, { adult: 1 }],
  [
    "raises a quantity below the minimum",
    { ...open, groups: [group("general", { min_tickets_per_order: 4 })], types: [type("adult", "general")] },
    { adult: 1 },
    { adult: 4 },
  ],
  [
    "drops a type whose minimum is not available",
    {
      ...open,
      sessionLeft: 3,
      groups: [group("general", { min_tickets_per_order: 4 })],
      types: [type("adult", "general")],
    },
    { adult: 4 },
    {},
  ],
  ["drops a sold-out group", { ...open, groups: [group("general", { sold_out: true })] }, { adult: 1 }, {}],
])("clamping %s", (_, input, wanted, kept) => expect(clampQuantities(input, wanted)).toEqual(kept));

test.each([
  ["10", false],
  ["10.00", false],
  ["9.99", true],
  ["50", false],
  ["50.01", true],
  ["12.345", true],
  ["ten", true],
  ["", true],
  [undefined, true],
])("a price of %j between 10 and 50 is refused: %s", (typed, refused) =>
  expect(isInvalidPrice({ min: "10", max: "50" }, typed, "USD")).toBe(refused),
);

test.each([
  ["12.340", undefined],
  ["12.345", "step"],
  ["9.995", "range"],
  ["12.3456", "range"],
])("a price of %j dinars between 10 and 50 has the problem %j", (typed, problem) =>
  expect(priceProblem({ min: "10", max: "50" }, typed, "KWD")).toBe(problem),
);

test.each<[string, TicketType["outside_fees"], number, number]>([
  ["none", [], 2000, 0],
  [
    "fixed and percent",
    [
      { fee_fixed_outside: true, fee: "1.50" },
      { fee_percent_outside: true, fee: "2.5" },
    ],
    2000,
    200,
  ],
  ["a free ticket", [{ fee_fixed_outside: true, fee: "1.50" }], 0, 0],
])("fees are shown beside a price: %s", (_, outside_fees, price, fees) =>
  expect(ticketFees({ outside_fees }, price, dollars)).toBe(fees),
);

test("the total adds prices, both kinds of fees per ticket and flexible prices", () => {
  const types = [
    type("adult", "general", { outside_fees: [{ fee_fixed_outside: true, fee: "1.50" }] }),
    type("gift", "general", {
      currency_amount_min: "5",
      currency_amount_max: "500",
      outside_fees: [{ fee_percent_outside: true, fee: "2" }],
    }),
  ];
  const choices = ticketChoices({ ...open, types, quantities: { adult: 2, gift: 1 } });
  expect(selectionTotal(choices, { gift: "12.50" }, dollars)).toEqual({
    count: 3,
    price: 5250,
    fees: { fixed: 300, percent: 25 },
    total: 5575,
  });
  expect(selectionTotal(choices, {}, dollars)).toMatchObject({
    price: 4000,
    fees: { fixed: 300, percent: 0 },
    total: 4300,
  });
});

test.each<[string, Partial<TicketGroup>, string[], boolean]>([
  ["a public group", {}, [], true],
  ["a group for links alone", { hidden_type: "public_link_only" }, [], false],
  ["its own link", { hidden_type: "public_link_only" }, ["g"], true],
  ["another group's link", {}, ["other"], false],
  ["a sold-out group stays, to be named so", { available: false, sold_out: true }, [], true],
  ["a group that is not on sale", { available: false }, [], false],
  ["seats", { handler: "seated" }, [], true],
])("%s is shown or not", (_, more, tg, shown) =>
  expect(reservableGroups([group("g", more)], tg).length === 1).toBe(shown),
);

test.each<[Partial<TicketGroup>, boolean]>([
  [{ handler: "passes" }, true],
  [{ handler: "tickets" }, false],
  [{ handler: "tickets", start_policy: "fixedfrom" }, true],
  [{ handler: "seated", start_policy: "fixedfrom" }, false],
])("%j needs no session: %s", (more, needs) => expect(needsNoSession(group("g", more))).toBe(needs));

test.each<[string, TicketGroup[], TicketType[], object]>([
  [
    "the minimum of the only type",
    [group("seat", { min_tickets_per_order: 2 })],
    [type("place", "seat")],
    { place: 2 },
  ],
  ["nothing with several types", [group("seat")], [type("adult", "seat"), type("child", "seat")], {}],
  ["nothing with several groups", [group("seat"), group("box")], [type("adult", "seat")], {}],
  [
    "nothing for a flexible price",
    [group("seat")],
    [type("wish", "seat", { currency_amount_min: "1", currency_amount_max: "9" })],
    {},
  ],
  ["nothing without available types", [group("seat")], [type("place", "seat", { available: false })], {}],
])("preselects %s", (_, groups, types, quantities) => expect(defaultQuantities(groups, types)).toEqual(quantities));

describe("why no more of a type can be chosen", () => {
  const limitOf = (input: TicketChoicesInput) => ticketChoices(input)[0]?.types[0]?.limit;
  const general = (more: Partial<TicketGroup>) => ({ ...open, groups: [group("general", more)] });
  test.each<[string, TicketChoicesInput, unknown]>([
    ["is not shown without a limit", open, undefined],
    ["is the number per order", general({ max_tickets_per_order: 8 }), { reason: "order", count: 8 }],
    [
      "is the number per order, whatever the cart holds of it",
      { ...general({ max_tickets_per_order: 8 }), inCart: { general: 3 } },
      { reason: "order", count: 8 },
    ],
    ["is the places left in the group", general({ max_tickets_per_order: 8, left: 3 }), { reason: "group", count: 3 }],
    [
      "is the places left in the session",
      { ...general({ max_tickets_per_order: 8 }), sessionLeft: 5 },
      { reason: "session", count: 5 },
    ],
    [
      "is the membership where that allows less",
      { ...general({ max_tickets_per_order: 8 }), memberLimits: () => 2 },
      { reason: "member", count: 2 },
    ],
    [
      "is the number per order where the membership allows more",
      { ...general({ max_tickets_per_order: 8 }), memberLimits: () => 9 },
      { reason: "order", count: 8 },
    ],
  ])("%s", (_, input, limit) => expect(limitOf(input)).toEqual(limit));
});

test.each<[string, Partial<TicketGroup>, string[]]>([
  ["first", {}, ["members", "general"]],
  ["in their place once they are sold out", { sold_out: true }, ["general", "members"]],
])("tickets for members are listed %s", (_, more, order) =>
  expect(
    ticketChoices({
      ...open,
      groups: [group("general"), group("members", { hidden_type: "public_member_only", ...more })],
    }).map((choice) => choice.group.id),
  ).toEqual(order),
);

describe("the least number of a group with several types", () => {
  const groups = [group("general", { min_tickets_per_order: 4 })];
  const least = (more: Partial<TicketChoicesInput>) => ticketChoices({ ...open, groups, ...more })[0]?.least;
  const missing = (quantities: Record<string, number>) =>
    missingTicketStep(ticketChoices({ ...open, groups, quantities }), {}, "USD");

  test("the least number of a group with several types is shown", () => expect(least({})).toBe(4));
  test("the least number of a group with several types is less by what the cart holds", () =>
    expect(least({ inCart: { general: 1 } })).toBe(3));
  test("the least number of a group with several types is not shown once the cart holds it", () =>
    expect(least({ inCart: { general: 4 } })).toBeUndefined());
  test("the least number of a group with several types is not shown beside a stepper that begins with it", () =>
    expect(least({ types: [type("adult", "general")] })).toBeUndefined());
  test("the least number of a group with several types is asked before the tickets are reserved", () => {
    expect(missing({ adult: 2, child: 1 })).toEqual({ step: "tickets", least: { group: "general", count: 4 } });
    expect(missing({ adult: 2, child: 2 })).toBeUndefined();
  });
});

test("a flexible price begins with the seller's suggestion", () =>
  expect(
    suggestedPrices([
      type("adult", "general"),
      type("wish", "general", { currency_amount: "15", currency_amount_min: "1", currency_amount_max: "200" }),
    ]),
  ).toEqual({ wish: "15" }));
