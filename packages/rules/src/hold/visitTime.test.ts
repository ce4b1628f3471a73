import { describe, expect, test } from "vitest";
import { fitsVisit, parseVisitTime, visitWindow } from "./visitTime.ts";

const newYork = { timezone: "America/New_York" };
/** 10:00 to 11:00 in New York, in winter. */
const visit = { ...newYork, start_datetime: "2026-12-01T15:00:00Z", end_datetime: "2026-12-01T16:00:00Z" };
const from = (start_datetime: string, minutes = 30) => ({
  start_datetime,
  end_datetime: Temporal.Instant.from(start_datetime).add({ minutes }).toString(),
});

describe("the window for add-ons", () => {
  test.each([
    ["timeslot", "2026-12-01T15:00:00Z", "2026-12-01T16:00:00Z"],
    ["same_start", "2026-12-01T14:59:00Z", "2026-12-01T15:01:00Z"],
    ["same_date", "2026-12-01T05:00:00Z", "2026-12-02T05:00:00Z"],
    ["until_close", "2026-12-01T16:00:00Z", "2026-12-02T05:00:00Z"],
  ] as const)("the window of %s", (policy, start, end) => expect(visitWindow(policy, visit)).toEqual({ start, end }));

  test.each([
    // 8 March 2026 has 23 hours in New York, 1 November has 25.
    [
      "the day on which clocks go forward is 23 hours",
      "2026-03-08T15:00:00Z",
      "2026-03-08T05:00:00Z",
      "2026-03-09T04:00:00Z",
    ],
    [
      "the day on which clocks go back is 25 hours",
      "2026-11-01T15:00:00Z",
      "2026-11-01T04:00:00Z",
      "2026-11-02T05:00:00Z",
    ],
    [
      "a visit in the first of two repeated hours has the whole day",
      "2026-11-01T05:30:00Z",
      "2026-11-01T04:00:00Z",
      "2026-11-02T05:00:00Z",
    ],
    [
      "a visit in the second of two repeated hours has the whole day",
      "2026-11-01T06:30:00Z",
      "2026-11-01T04:00:00Z",
      "2026-11-02T05:00:00Z",
    ],
  ])("%s", (_, visitStart, start, end) =>
    expect(visitWindow("same_date", { ...newYork, ...from(visitStart, 60) })).toEqual({ start, end }),
  );

  test("a visit past midnight leaves no time until closing", () => {
    const late = { ...newYork, ...from("2026-12-02T04:30:00Z", 60) };
    expect(fitsVisit("until_close", late, from("2026-12-02T05:30:00Z"))).toBe(false);
    expect(visitWindow("until_close", late)).toEqual({ start: "2026-12-02T05:30:00Z", end: "2026-12-02T05:30:00Z" });
  });
});

describe("matching add-ons", () => {
  test.each([
    ["timeslot", "in the middle", "2026-12-01T15:15:00Z", true],
    ["timeslot", "overlaps the start", "2026-12-01T14:45:00Z", true],
    ["timeslot", "ends at the start", "2026-12-01T14:30:00Z", false],
    ["timeslot", "starts at the end", "2026-12-01T16:00:00Z", false],
    ["same_start", "at the same time", "2026-12-01T15:00:00Z", true],
    ["same_start", "a minute later", "2026-12-01T15:01:00Z", true],
    ["same_start", "a minute before", "2026-12-01T14:59:00Z", true],
    ["same_start", "a minute and a second later", "2026-12-01T15:01:01Z", false],
    ["same_start", "two minutes before", "2026-12-01T14:58:00Z", false],
    ["same_date", "the first moment of the day", "2026-12-01T05:00:00Z", true],
    ["same_date", "a second before", "2026-12-01T04:59:59Z", false],
    ["same_date", "the next midnight", "2026-12-02T05:00:00Z", false],
    ["same_date", "the same date in UTC but not in New York", "2026-12-01T04:30:00Z", false],
    ["until_close", "at the end of the visit", "2026-12-01T16:00:00Z", true],
    ["until_close", "a minute before the end of the visit", "2026-12-01T15:59:00Z", false],
    ["until_close", "late in the evening", "2026-12-02T04:59:00Z", true],
    ["until_close", "the next day", "2026-12-02T15:00:00Z", false],
  ] as const)("the policy %s with an add-on %s", (policy, _, start, fits) =>
    expect(fitsVisit(policy, visit, from(start))).toBe(fits),
  );

  test.each([
    ["both repeated hours of the night are on the same date", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", true],
    [
      "the same clock time an hour later is not the same start",
      "2026-11-01T05:30:00Z",
      "2026-11-01T06:30:00Z",
      false,
      "same_start",
    ],
  ] as const)("%s", (_, visits, start, fits, policy: "same_date" | "same_start" = "same_date") =>
    expect(fitsVisit(policy, { ...newYork, ...from(visits, 60) }, from(start))).toBe(fits),
  );
});

test.each([
  ["timeslot", "timeslot"],
  ["same_start", "same_start"],
  ["same_date", "same_date"],
  ["until_close", "until_close"],
  ["whenever", undefined],
  [undefined, undefined],
])("the setting %s gives the policy %s", (value, policy) => expect(parseVisitTime(value)).toBe(policy));
