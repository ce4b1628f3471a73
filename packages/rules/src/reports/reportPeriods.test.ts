import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../dates/localTime.ts";
import { comparedSpan, comparedTimeSpan, firstDayOf, periodsOf, spanProblem, timeSpanOf } from "./reportPeriods.ts";

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

  test("cover each day of any span exactly once", () => {
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
] as const)("a span %s", (_, from, to, by, problem) =>
  expect(spanProblem({ from, to }, { by, readsOrders: false })).toEqual(problem),
);

describe("moments of a span in New York", () => {
  const zone = "America/New_York";
  const written = ({ from, to, first, end }: ReturnType<typeof timeSpanOf>) => [
    `${from}..${to}`,
    first.toString(),
    end.toString(),
  ];

  test.each([
    [
      "a day",
      "2026-11-24",
      undefined,
      "2026-11-24",
      undefined,
      "2026-11-24..2026-11-24",
      "2026-11-24T05:00:00Z",
      "2026-11-25T05:00:00Z",
    ],
    [
      "a night",
      "2026-11-24",
      "14:00",
      "2026-11-25",
      "02:00",
      "2026-11-24..2026-11-25",
      "2026-11-24T19:00:00Z",
      "2026-11-25T07:00:00Z",
    ],
    [
      "until midnight",
      "2026-11-24",
      "14:00",
      "2026-11-25",
      "00:00",
      "2026-11-24..2026-11-24",
      "2026-11-24T19:00:00Z",
      "2026-11-25T05:00:00Z",
    ],
    [
      "until the end of the day",
      "2026-11-24",
      "14:00",
      "2026-11-24",
      "24:00",
      "2026-11-24..2026-11-24",
      "2026-11-24T19:00:00Z",
      "2026-11-25T05:00:00Z",
    ],
    [
      "from a time on",
      "2026-11-24",
      "14:00",
      "2026-11-24",
      undefined,
      "2026-11-24..2026-11-24",
      "2026-11-24T19:00:00Z",
      "2026-11-25T05:00:00Z",
    ],
    // Clocks go back from 02:00 to 01:00 on 1 November, and forward from 02:00 to 03:00 on 8 March.
    [
      "a day of 25 hours",
      "2026-11-01",
      undefined,
      "2026-11-01",
      undefined,
      "2026-11-01..2026-11-01",
      "2026-11-01T04:00:00Z",
      "2026-11-02T05:00:00Z",
    ],
    [
      "until an hour that comes twice",
      "2026-11-01",
      "00:00",
      "2026-11-01",
      "01:30",
      "2026-11-01..2026-11-01",
      "2026-11-01T04:00:00Z",
      "2026-11-01T05:30:00Z",
    ],
    [
      "from an hour that comes twice",
      "2026-11-01",
      "01:30",
      "2026-11-01",
      "03:00",
      "2026-11-01..2026-11-01",
      "2026-11-01T05:30:00Z",
      "2026-11-01T08:00:00Z",
    ],
    [
      "from an hour that is skipped",
      "2026-03-08",
      "02:30",
      "2026-03-08",
      "04:00",
      "2026-03-08..2026-03-08",
      "2026-03-08T07:30:00Z",
      "2026-03-08T08:00:00Z",
    ],
  ] as const)("%s", (_, from, from_time, to, to_time, days, first, end) =>
    expect(written(timeSpanOf({ from, from_time, to, to_time }, zone))).toEqual([days, first, end]),
  );

  test.each([
    [
      "before: as much time",
      "before",
      "2026-11-24",
      "14:00",
      "2026-11-25",
      "02:00",
      "2026-11-24T07:00:00Z",
      "2026-11-24T19:00:00Z",
    ],
    [
      "before, over a change of the clocks",
      "before",
      "2026-11-01",
      "12:00",
      "2026-11-02",
      "00:00",
      "2026-11-01T05:00:00Z",
      "2026-11-01T17:00:00Z",
    ],
    [
      "a year before, by the clock",
      "year",
      "2026-03-08",
      "14:00",
      "2026-03-09",
      "02:00",
      "2025-03-08T19:00:00Z",
      "2025-03-09T07:00:00Z",
    ],
  ] as const)("are compared with those %s", (_, compare, from, from_time, to, to_time, first, end) =>
    expect(written(comparedTimeSpan({ from, from_time, to, to_time }, compare, zone)).slice(1)).toEqual([first, end]),
  );

  test("whole days are compared with whole days", () =>
    expect(comparedTimeSpan({ from: "2026-11-01", to: "2026-11-01" }, "before", zone)).toMatchObject({
      from: "2026-10-31",
      to: "2026-10-31",
      isWholeDays: true,
    }));

  test.each([
    ["14:00", "14:00"],
    ["14:00", "02:00"],
  ])("of a day from %s until %s are none", (from_time, to_time) =>
    expect(
      spanProblem(timeSpanOf({ from: "2026-11-24", to: "2026-11-24", from_time, to_time }, zone), {
        by: "day",
        readsOrders: false,
      }),
    ).toEqual({
      problem: "backwards",
    }),
  );
});
