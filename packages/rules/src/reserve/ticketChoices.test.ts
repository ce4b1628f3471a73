import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import {
  selectionTotal,
  ticketChoices,
  clampQuantities,
  isInvalidPrice,
  ticketFees,
  defaultQuantities,
  type TicketChoicesInput,
} from "./ticketChoices.ts";
import { needsNoSession } from "../catalog/handlers.ts";
import { reservableGroups } from "./reservableGroups.ts";

const group = (id: string, more: Partial<TicketGroup> = {}): TicketGroup => ({
  id,
  event_template_id: "e",
  name: id,
  summary: null,
  description: null,
  handler: "tickets",
  hidden_type: "public_browsable",
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: -1,
  color: null,
  sales_start: null,
  sales_end: null,
  available: true,
  sold_out: false,
  left: null,
  exclude_from_event_capacity: false,
  additional_info_spec: null,
  meta: {},
  _rank: 0,
  ...more,
});
const type = (id: string, ticket_group_id: string, more: Partial<TicketType> = {}): TicketType => ({
  id,
  ticket_group_id,
  name: id,
  summary: null,
  description: null,
  currency_amount: "20",
  discounted_amount: "20",
  currency_amount_min: null,
  currency_amount_max: null,
  outside_fees: [],
  available: true,
  member_event_ticket_type: null,
  event_template_category: null,
  _rank: 0,
  ...more,
});
const open: TicketChoicesInput = {
  groups: [group("general")],
  types: [type("adult", "general"), type("child", "general")],
  sessionLeft: null,
  quantities: {},
  inCart: {},
};
const mostOfAdult = (choosing: TicketChoicesInput) =>
  ticketChoices(choosing)
    .flatMap((choice) => choice.types)
    .find((choice) => choice.type.id === "adult")?.max;

describe("the most of a type", () => {
  const limited = { ...open, groups: [group("general", { max_tickets_per_order: 8 })] };
  test.each<[string, TicketChoicesInput, number]>([
    ["nothing limits it but the hard cap", open, 1000],
    ["what the order may hold", limited, 8],
    ["less what the group's other type takes", { ...limited, quantities: { child: 3 } }, 5],
    ["less what the cart holds already", { ...limited, inCart: { general: 7 } }, 1],
    ["a cart that holds all of them", { ...limited, inCart: { general: 9 } }, 0],
    ["the group's own room", { ...open, groups: [group("general", { left: 3 })], quantities: { child: 1 } }, 2],
    ["the session's room", { ...open, sessionLeft: 6 }, 6],
    [
      "less what other groups take of it",
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
      "a group outside the session's room takes nothing of it",
      {
        ...open,
        sessionLeft: 6,
        groups: [group("general"), group("audio", { exclude_from_event_capacity: true })],
        types: [...open.types, type("guide", "audio")],
        quantities: { guide: 2 },
      },
      6,
    ],
    [
      "and is not limited by it",
      { ...open, sessionLeft: 0, groups: [group("general", { exclude_from_event_capacity: true })] },
      1000,
    ],
  ])("%s", (_, choosing, most) => expect(mostOfAdult(choosing)).toBe(most));
});

test.each<[string, Partial<TicketGroup>, TicketType[], boolean]>([
  ["for sale", {}, open.types.slice(), false],
  ["sold out", { sold_out: true }, open.types.slice(), true],
  ["none left", { left: 0 }, open.types.slice(), true],
  ["no type left", {}, [type("adult", "general", { available: false })], true],
])("a group %s", (_, more, types, soldOut) =>
  expect(ticketChoices({ ...open, groups: [group("general", more)], types })[0]?.soldOut).toBe(soldOut),
);

test("a group with one type carries its minimum", () => {
  const groups = [group("general", { min_tickets_per_order: 4 })];
  expect(ticketChoices({ ...open, groups, types: [type("adult", "general")] })[0]?.types[0]?.min).toBe(4);
  expect(ticketChoices({ ...open, groups })[0]?.types[0]?.min).toBe(1);
});

test.each<[string, TicketChoicesInput, Record<string, number>, Record<string, number>]>([
  ["what fits stays", open, { adult: 2, child: 1 }, { adult: 2, child: 1 }],
  ["what is too much is lowered in turn", { ...open, sessionLeft: 3 }, { adult: 2, child: 4 }, { adult: 2, child: 1 }],
  ["what is unknown is dropped", open, { adult: 1, senior: 2 }, { adult: 1 }],
  [
    "less than the least becomes the least",
    { ...open, groups: [group("general", { min_tickets_per_order: 4 })], types: [type("adult", "general")] },
    { adult: 1 },
    { adult: 4 },
  ],
  [
    "none when the least cannot be had",
    {
      ...open,
      sessionLeft: 3,
      groups: [group("general", { min_tickets_per_order: 4 })],
      types: [type("adult", "general")],
    },
    { adult: 4 },
    {},
  ],
  ["a sold-out group gives nothing", { ...open, groups: [group("general", { sold_out: true })] }, { adult: 1 }, {}],
])("fitting: %s", (_, choosing, wanted, kept) => expect(clampQuantities(choosing, wanted)).toEqual(kept));

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
])("fees: %s", (_, outside_fees, price, fees) => expect(ticketFees({ outside_fees }, price, "USD")).toBe(fees));

test("a basket adds up: prices, fees of each ticket, named prices", () => {
  const types = [
    type("adult", "general", { outside_fees: [{ fee_fixed_outside: true, fee: "1.50" }] }),
    type("gift", "general", { currency_amount_min: "5", currency_amount_max: "500" }),
  ];
  const choices = ticketChoices({ ...open, types, quantities: { adult: 2, gift: 1 } });
  expect(selectionTotal(choices, { gift: "12.25" }, "USD")).toEqual({ count: 3, price: 5225, fees: 300, total: 5525 });
  expect(selectionTotal(choices, {}, "USD")).toEqual({ count: 3, price: 4000, fees: 300, total: 4300 });
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
    "one type of one group: the least of it",
    [group("seat", { min_tickets_per_order: 2 })],
    [type("place", "seat")],
    { place: 2 },
  ],
  ["a choice of types", [group("seat")], [type("adult", "seat"), type("child", "seat")], {}],
  ["a choice of groups", [group("seat"), group("box")], [type("adult", "seat")], {}],
  [
    "a price of one's own is asked for",
    [group("seat")],
    [type("wish", "seat", { currency_amount_min: "1", currency_amount_max: "9" })],
    {},
  ],
  ["none to be had", [group("seat")], [type("place", "seat", { available: false })], {}],
])("chosen beforehand, %s", (_, groups, types, quantities) =>
  expect(defaultQuantities(groups, types)).toEqual(quantities),
);
