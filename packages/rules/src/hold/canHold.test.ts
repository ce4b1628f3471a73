import { expect, test } from "vitest";
import { canHold } from "./canHold.ts";

const limits = { carts: 3, share: 50, always_allowed: 10 };
const holding = (n: number, session = "noon") => ({ bySession: new Map([[session, n]]) });

test.each([
  ["a first cart may hold any number", 90, [], 100, true],
  ["a second cart may bring the total to the share of the capacity", 25, [holding(25)], 100, true],
  ["a second cart may not bring the total above the share of the capacity", 26, [holding(25)], 100, false],
  ["carts for another session do not count", 30, [holding(90, "evening")], 100, true],
  ["the always allowed number of a small session may be held", 4, [holding(6)], 12, true],
  ["one more than the always allowed number of a small session may not be held", 5, [holding(6)], 12, false],
  ["an unlimited session has no share", 500, [holding(500)], -1, true],
  ["a fourth cart may not hold anything", 1, [holding(1), holding(1), holding(1)], 100, false],
  ["a third cart may hold tickets", 1, [holding(1), holding(1)], 100, true],
])("%s", (_, requested, others, capacity, isAllowed) =>
  expect(canHold(new Map([["noon", requested]]), others, new Map([["noon", capacity]]), limits)).toBe(isAllowed),
);
