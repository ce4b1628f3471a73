import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../dates/localTime.ts";
import { comparedSpan, firstDayOf, periodsOf, spanProblem } from "./reportPeriods.ts";

describe("periods", () => {
  test.each([
    ["day", "2026-02-27", "2026-03-01", ["2026-02-27..2026-02-27", "2026-02-28..2026-02-28", "2026-03-01..2026-03-01"]],
    // 2026-11-24 is a Tuesday.
    ["week", "2026-11-24", "2026-12-01", ["2026-11-24..2026-11-29", "2026-11-30..2026-12-01"]],
    [
      "month",
      "2026-01-31",
      "2026-03-02",
      ["2026-01-31..2026-01-31", "2026-02-01..2026-02-28", "2026-03-01..2026-03-02"],
    ],
  ] as const)("by %s from %s to %s are cut to the span", (by, from, to, expected) =>
    expect(periodsOf({ from, to }, by).map((one) => `${one.from}..${one.to}`)).toEqual(expected),
  );

  test("a week begins on Monday, a month on its first day", () => {
    expect(firstDayOf("2026-11-29", "week")).toBe("2026-11-23");
    expect(firstDayOf("2026-11-23", "week")).toBe("2026-11-23");
    expect(firstDayOf("2026-11-29", "month")).toBe("2026-11-01");
  });

  test("cover each day of a span once, whatever it is", () => {
    const spans = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(spans, fc.constantFrom("day" as const, "week" as const, "month" as const), ([start, days], by) => {
        const from = addDays("2024-01-01", start);
        const to = addDays(from, days);
        const periods = periodsOf({ from, to }, by);
        expect(periods[0]?.from).toBe(from);
        expect(periods.at(-1)?.to).toBe(to);
        for (const [nth, period] of periods.entries()) {
          expect(period.from <= period.to).toBe(true);
          expect(firstDayOf(period.from, by)).toBe(period.key);
          const next = periods[nth + 1];
          if (next) expect(next.from).toBe(addDays(period.to, 1));
        }
      }),
    );
  });
});

test.each([
  ["before", "2026-06-01", "2026-06-30", "2026-05-02", "2026-05-31"],
  ["before", "2026-06-01", "2026-06-01", "2026-05-31", "2026-05-31"],
  ["year", "2026-06-01", "2026-06-30", "2025-06-01", "2025-06-30"],
  ["year", "2024-02-29", "2024-02-29", "2023-02-28", "2023-02-28"],
] as const)("the span %s %s to %s is %s to %s", (compare, from, to, first, last) =>
  expect(comparedSpan({ from, to }, compare)).toEqual({ from: first, to: last }),
);

test.each([
  ["that ends before it begins", "2026-02-02", "2026-02-01", "month", { problem: "backwards" }],
  ["of a day", "2026-02-02", "2026-02-02", "day", null],
  ["of five years by day", "2021-01-01", "2025-12-31", "day", null],
  ["of more than five years by day", "2021-01-01", "2026-01-01", "day", { problem: "too_long", to: "2025-12-31" }],
  ["of more than five years by month", "2015-01-01", "2026-01-01", "month", null],
  ["of more than a year by session", "2025-01-01", "2026-01-01", "session", { problem: "too_long", to: "2025-12-31" }],
  ["of more than 25 years", "1999-01-01", "2026-01-01", "month", { problem: "too_long", to: "2023-12-31" }],
] as const)("a span %s", (_, from, to, by, problem) => expect(spanProblem({ from, to }, by)).toEqual(problem));
