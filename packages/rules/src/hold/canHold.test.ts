import { expect, test } from "vitest";
import { canHold } from "./canHold.ts";

const most = { carts: 3, share: 50, always_allowed: 10 };
const holding = (n: number, session = "noon") => ({ bySession: new Map([[session, n]]) });

test.each([
  ["a first cart, however large", 90, [], 100, true],
  ["a second, half of the places together", 25, [holding(25)], 100, true],
  ["a second, one more than half together", 26, [holding(25)], 100, false],
  ["of another session", 30, [holding(90, "evening")], 100, true],
  ["ten of a small session", 4, [holding(6)], 12, true],
  ["eleven of a small session", 5, [holding(6)], 12, false],
  ["of a session without a limit", 500, [holding(500)], -1, true],
  ["a fourth cart", 1, [holding(1), holding(1), holding(1)], 100, false],
  ["a third", 1, [holding(1), holding(1)], 100, true],
])("%s", (_, wanted, others, capacity, may) =>
  expect(canHold(new Map([["noon", wanted]]), others, new Map([["noon", capacity]]), most)).toBe(may),
);
