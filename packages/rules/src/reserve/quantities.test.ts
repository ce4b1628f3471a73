import { describe, expect, test } from "vitest";
import { groupLimit, minQuantity, maxQuantity } from "./quantities.ts";

const group = {
  capacity: -1,
  oversell_capacity: 0,
  used_capacity: 0,
  max_tickets_per_order: -1,
  min_tickets_per_order: 1,
  exclude_from_event_capacity: false,
};

describe("the limit of a group", () => {
  test.each([
    ["is infinite without limits", group, Infinity, Infinity, undefined],
    ["is the limit per order", { ...group, max_tickets_per_order: 8 }, 50, 8, "order"],
    [
      "is the group's own places left",
      { ...group, capacity: 10, oversell_capacity: 2, used_capacity: 9 },
      50,
      3,
      "group",
    ],
    ["is the session's places left", { ...group, max_tickets_per_order: 8 }, 3, 3, "session"],
    [
      "ignores the session if the group is excluded from its capacity",
      { ...group, max_tickets_per_order: 8, exclude_from_event_capacity: true },
      3,
      8,
      "order",
    ],
  ])("the limit of a group %s", (_, limits, left, limit, reason) =>
    expect(groupLimit(limits, { session: left })).toEqual({ limit, reason }),
  );
});

test.each([
  ["the only type of a group has the group's minimum", 4, 1, 4],
  ["one of two types has a minimum of 1", 4, 2, 1],
  ["without a minimum a type has a minimum of 1", -1, 1, 1],
])("%s", (_, groupMinimum, types, expected) => expect(minQuantity(groupMinimum, types)).toBe(expected));

test.each([
  ["the maximum is what other types leave", 8, 6, 2],
  ["the maximum is never below 0", 2, 6, 0],
  ["the maximum is never above the limit per type", Infinity, 0, 1000],
])("%s", (_, all, others, max) => expect(maxQuantity(all, others)).toBe(max));
