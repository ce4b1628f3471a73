import { expect, test } from "vitest";
import { isWithinPeriod, laterInstant } from "./period.ts";

const start = "2026-11-21T10:00:00Z";
const end = "2026-11-21T12:00:00Z";
const at = (time: string) => Temporal.Instant.from(`2026-11-21T${time}Z`);

test.each([
  ["before the start", start, end, "09:59:59", false],
  ["at the start", start, end, "10:00:00", true],
  ["before the end", start, end, "11:59:59", true],
  ["at the end", start, end, "12:00:00", false],
  ["before an open start's end", null, end, "00:00:00", true],
  ["after a start without an end", start, null, "23:00:00", true],
  ["in an open period", null, null, "00:00:00", true],
] as const)("a moment is within a period or not: %s", (_, from, to, now, within) =>
  expect(isWithinPeriod(from, to, at(now))).toBe(within),
);

test("returns the later of two instants", () => {
  expect(laterInstant(at("10:00:00"), at("11:00:00"))).toEqual(at("11:00:00"));
  expect(laterInstant(at("11:00:00"), at("10:00:00"))).toEqual(at("11:00:00"));
});
