import { expect, test } from "vitest";
import { clockOffset } from "./clockOffset.ts";

const now = "2027-03-02T10:00:00Z";
const at = Date.parse(now);
const minute = 60_000;
const of = (known: number, before: number, after: number): number =>
  clockOffset(known, { now, before: at + before, after: at + after });

test.each([
  ["a clock that is right", 0, -20, 20, 0],
  ["a clock that is ten minutes ahead", 0, 10 * minute, 10 * minute + 50, -10 * minute],
  ["a clock that was put right since", -10 * minute, -20, 20, 0],
  ["a right clock and a reply that takes a minute to arrive", 0, 0, minute, 0],
  ["a clock that is ten minutes ahead, and such a reply", -10 * minute, 10 * minute, 11 * minute, -10 * minute],
  ["a clock that is less than a second off", 0, 900, 950, 0],
])("%s", (_, known, before, after, offset) => expect(of(known, before, after)).toBe(offset));
