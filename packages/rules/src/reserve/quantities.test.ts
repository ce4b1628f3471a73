import { describe, expect, test } from "vitest";
import { groupLimit, minQuantity, maxQuantity, clampStep } from "./quantities.ts";

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
    ["nothing limits it", group, Infinity, Infinity],
    ["the limit per order", { ...group, max_tickets_per_order: 8 }, 50, 8],
    ["its own room", { ...group, capacity: 10, oversell_capacity: 2, used_capacity: 9 }, 50, 3],
    ["the session's room", { ...group, max_tickets_per_order: 8 }, 3, 3],
    [
      "excluded from the session's room",
      { ...group, max_tickets_per_order: 8, exclude_from_event_capacity: true },
      3,
      8,
    ],
  ])("%s", (_, limits, left, most) => expect(groupLimit(limits, left)).toBe(most));
});

test.each([
  ["one type carries the group's minimum", 4, 1, 4],
  ["two types do not", 4, 2, 1],
  ["a minimum of none is one", -1, 1, 1],
])("%s", (_, min, types, least) => expect(minQuantity(min, types)).toBe(least));

test.each([
  ["what the others take is gone", 8, 6, 2],
  ["never below nothing", 2, 6, 0],
  ["never above the hard cap", Infinity, 0, 1000],
])("%s", (_, all, others, most) => expect(maxQuantity(all, others)).toBe(most));

describe("a stepper", () => {
  test.each([
    ["jumps from none to the minimum", 1, 0, 4, 10, 4],
    ["falls from the minimum to none", 3, 4, 4, 10, 0],
    ["stops at the most", 11, 10, 1, 10, 10],
    ["adds nothing when nothing is left", 1, 0, 1, 0, 0],
    ["adds nothing when less than the minimum is left", 1, 0, 4, 3, 0],
    ["takes no fractions", 2.9, 0, 1, 10, 2],
    ["takes no nonsense", Number.NaN, 2, 1, 10, 0],
  ])("%s", (_, wanted, from, least, most, shown) => expect(clampStep(wanted, from, least, most)).toBe(shown));
});
