import { describe, expect, test } from "vitest";
import type { EventTemplate, TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { RemainingAllowance } from "./allocateAllowances.ts";
import { ticketChoices, clampQuantities, type Quantities } from "../reserve/ticketChoices.ts";
import { memberLimits } from "./memberLimits.ts";

const group = (id: string, more: Partial<TicketGroup> = {}): TicketGroup =>
  ({
    id,
    handler: "tickets",
    hidden_type: "public_browsable",
    available: true,
    sold_out: false,
    left: null,
    min_tickets_per_order: 1,
    max_tickets_per_order: -1,
    exclude_from_event_capacity: false,
    ...more,
  }) as TicketGroup;
const type = (ticket_group_id: string, name: string, more: Partial<TicketType> = {}): TicketType =>
  ({
    id: `${ticket_group_id} ${name}`,
    ticket_group_id,
    name,
    available: true,
    currency_amount_min: null,
    currency_amount_max: null,
    member_event_ticket_type: null,
    ...more,
  }) as TicketType;

const groups = [
  group("public"),
  group("members", { hidden_type: "public_member_only" }),
  group("gifts", { hidden_type: "public_member_only", handler: "donation" }),
];
const types = [
  type("public", "Adult"),
  type("members", "Adult"),
  type("members", "Friend", { member_event_ticket_type: "Adult" }),
  type("members", "Child"),
  type("gifts", "Adult"),
];
const left = (names: Readonly<Record<string, number>>, event_left: number | null = null): RemainingAllowance[] => [
  { membership_id: "mine", level_name: "Family", left: names, event_left },
];
const open: Pick<EventTemplate, "hidden_type"> = { hidden_type: "public_browsable" };
const choosing = { groups, types, sessionLeft: null, inCart: {} };
/** By type: the most that can be chosen, and how many more the membership allows. */
const offered = (rows: readonly RemainingAllowance[], quantities: Quantities = {}, event = open) =>
  Object.fromEntries(
    ticketChoices({ ...choosing, quantities, memberLimits: memberLimits(event, rows) }).flatMap((choice) =>
      choice.types.map(({ type: { id }, max, allowance }) => [id, allowance === undefined ? max : [max, allowance]]),
    ),
  );

describe("what a member can choose (QTY-08, QTY-09)", () => {
  test.each([
    [
      "so many of each name",
      left({ Adult: 2 }),
      {},
      { "members Adult": [2, 2], "members Friend": [2, 2], "members Child": [0, 0] },
    ],
    [
      "one allowance for two types that go by it",
      left({ Adult: 2 }),
      { "members Adult": 1 },
      { "members Adult": [2, 1], "members Friend": [1, 1], "members Child": [0, 0] },
    ],
    [
      "overuse draws on the pool",
      left({ Adult: 1, "*": 2 }),
      { "members Adult": 2 },
      { "members Adult": [3, 1], "members Friend": [1, 1], "members Child": [1, 1] },
    ],
    [
      "what the term leaves",
      left({ "*": -1 }, 3),
      { "members Child": 1 },
      { "members Adult": [2, 2], "members Friend": [2, 2], "members Child": [3, 2] },
    ],
    [
      "nothing where no membership is valid",
      [],
      {},
      { "members Adult": [0, 0], "members Friend": [0, 0], "members Child": [0, 0] },
    ],
  ] as const)("%s", (_, rows, quantities, some) => expect(offered(rows, quantities)).toMatchObject(some));

  test("what is for everybody, and gifts, are limited by nothing of it", () => {
    expect(offered(left({ Adult: 1 }))).toMatchObject({ "public Adult": 1000, "gifts Adult": 1000 });
  });
  test("of an event for members everything is", () => {
    expect(offered(left({ Adult: 1 }), {}, { hidden_type: "public_member_only" })).toMatchObject({
      "public Adult": [1, 1],
    });
  });
  test("other limits stand", () => {
    const two = groups.map((one) => ({ ...one, max_tickets_per_order: 2 }));
    const [, members] = ticketChoices({
      ...choosing,
      groups: two,
      quantities: {},
      memberLimits: memberLimits(open, left({ "*": 9 })),
    });
    expect(members?.types.map(({ max, allowance }) => [max, allowance])).toEqual([
      [2, 9],
      [2, 9],
      [2, 9],
    ]);
  });
  test("what a link names is brought back within them", () => {
    const limits = { ...choosing, memberLimits: memberLimits(open, left({ Adult: 2 })) };
    expect(clampQuantities(limits, { "members Adult": 5, "public Adult": 5, "members Child": 1 })).toEqual({
      "members Adult": 2,
      "public Adult": 5,
    });
  });
  test("to whoever is no member nothing is said of it", () => {
    const [, members] = ticketChoices({ ...choosing, quantities: {} });
    expect(members?.types.map(({ max, allowance }) => [max, allowance])).toEqual(Array(3).fill([1000, undefined]));
  });
});
