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
const input = { groups, types, sessionLeft: null, inCart: {} };
/** By type: the maximum that can be chosen, and how many more the membership allows. */
const offered = (rows: readonly RemainingAllowance[], quantities: Quantities = {}, event = open) =>
  Object.fromEntries(
    ticketChoices({ ...input, quantities, memberLimits: memberLimits(event, rows) }).flatMap((choice) =>
      choice.types.map(({ type: { id }, max, allowance }) => [id, allowance === undefined ? max : [max, allowance]]),
    ),
  );

describe("a member's limits", () => {
  test.each([
    [
      "are the remaining allowances by name",
      left({ Adult: 2 }),
      {},
      { "members Adult": [2, 2], "members Friend": [2, 2], "members Child": [0, 0] },
    ],
    [
      "share one allowance between types with the same benefit name",
      left({ Adult: 2 }),
      { "members Adult": 1 },
      { "members Adult": [2, 1], "members Friend": [1, 1], "members Child": [0, 0] },
    ],
    [
      "take more than the named allowance from the pool",
      left({ Adult: 1, "*": 2 }),
      { "members Adult": 2 },
      { "members Adult": [3, 1], "members Friend": [1, 1], "members Child": [1, 1] },
    ],
    [
      "are what is left of the term's limit",
      left({ "*": -1 }, 3),
      { "members Child": 1 },
      { "members Adult": [2, 2], "members Friend": [2, 2], "members Child": [3, 2] },
    ],
    [
      "are 0 without a valid membership",
      [],
      {},
      { "members Adult": [0, 0], "members Friend": [0, 0], "members Child": [0, 0] },
    ],
  ] as const)("a member's limits %s", (_, rows, quantities, expected) =>
    expect(offered(rows, quantities)).toMatchObject(expected),
  );

  test("a member's limits does not limit public tickets and donations", () => {
    expect(offered(left({ Adult: 1 }))).toMatchObject({ "public Adult": 1000, "gifts Adult": 1000 });
  });
  test("limits every ticket of a members' event", () => {
    expect(offered(left({ Adult: 1 }), {}, { hidden_type: "public_member_only" })).toMatchObject({
      "public Adult": [1, 1],
    });
  });
  test("keeps other limits", () => {
    const two = groups.map((one) => ({ ...one, max_tickets_per_order: 2 }));
    const [members] = ticketChoices({
      ...input,
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
  test("clamps the quantities of a link", () => {
    const limits = { ...input, memberLimits: memberLimits(open, left({ Adult: 2 })) };
    expect(clampQuantities(limits, { "members Adult": 5, "public Adult": 5, "members Child": 1 })).toEqual({
      "members Adult": 2,
      "public Adult": 5,
    });
  });
  test("a member's limits does not apply to non-members", () => {
    const [members] = ticketChoices({ ...input, quantities: {} });
    expect(members?.types.map(({ max, allowance }) => [max, allowance])).toEqual(Array(3).fill([1000, undefined]));
  });
});
