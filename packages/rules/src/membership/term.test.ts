import { describe, expect, test } from "vitest";
import { firstTerm, isExpired, isRenewable, isValid, lastValidDay, nextTerm, renewableFrom } from "./term.ts";

const zone = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);
const now = at("2026-11-21T12:00:00Z");
const year = { start_policy: null, start_policy_date: null, duration_new: "P1Y" } as const;
const from = (start_policy_date: string, duration_new: string | null = "P1Y") =>
  ({ start_policy: "fixedfrom", start_policy_date, duration_new }) as const;
const to = (start_policy_date: string, duration_new: string | null = "P1Y") =>
  ({ start_policy: "fixedto", start_policy_date, duration_new }) as const;

test.each([
  ["in the middle of a day", "2027-11-21T12:00:00Z", "2027-11-21"],
  ["at midnight: the day before was the last", "2027-06-01T04:00:00Z", "2027-05-31"],
  ["a moment after midnight", "2027-06-01T04:00:01Z", "2027-06-01"],
])("its last day, when it ends %s", (_, valid_to, day) => expect(lastValidDay({ valid_to }, zone)).toBe(day));
test("has no last day without an end", () => expect(lastValidDay({ valid_to: null }, zone)).toBeNull());

describe("a membership can be renewed", () => {
  test.each([
    [30, "2027-10-22"],
    [0, "2027-11-21"],
    [-3, "2027-11-21"],
    [365, "2026-11-21"],
  ])("from %i days before its end: %s", (days, day) =>
    expect(renewableFrom({ valid_to: "2027-11-21T12:00:00Z" }, days, zone)).toBe(day),
  );
  test.each([
    ["the day before", "2027-10-22T03:59:59Z", false],
    ["on the day, by the venue's clock", "2027-10-22T04:00:00Z", true],
    ["after its end", "2028-01-01T00:00:00Z", true],
  ])("%s", (_, moment, is) => expect(isRenewable({ valid_to: "2027-11-21T12:00:00Z" }, 30, at(moment), zone)).toBe(is));
  test("cannot be renewed without an end", () => {
    expect(renewableFrom({ valid_to: null }, 30, zone)).toBeNull();
    expect(isRenewable({ valid_to: null }, 30, now, zone)).toBe(false);
  });
});

test.each([
  ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00.001Z", true, false],
  ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z", false, true],
  ["2026-11-21T12:00:01Z", "2027-01-01T00:00:00Z", false, false],
  ["2020-01-01T00:00:00Z", null, true, false],
])("from %s to %s: valid %s, expired %s", (valid_from, valid_to, valid, over) =>
  expect([isValid({ valid_from, valid_to }, now), isExpired({ valid_to }, now)]).toEqual([valid, over]),
);

describe("the first term", () => {
  test.each([
    ["a year from now", year, "2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"],
    ["a season that runs", from("2026-06-01T04:00:00Z"), "2026-06-01T04:00:00Z", "2027-06-01T04:00:00Z"],
    ["a season to come", from("2027-06-01T04:00:00Z"), "2027-06-01T04:00:00Z", "2028-06-01T04:00:00Z"],
    [
      "a season that is over: nobody pays for nothing",
      from("2025-06-01T04:00:00Z"),
      "2026-11-21T12:00:00Z",
      "2027-11-21T12:00:00Z",
    ],
    ["to a day", to("2027-06-01T04:00:00Z"), "2026-06-01T04:00:00Z", "2027-06-01T04:00:00Z"],
    ["to a day that has gone by", to("2026-06-01T04:00:00Z", null), "2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"],
    ["without end", { ...year, duration_new: null }, "2026-11-21T12:00:00Z", null],
  ])("%s", (_, rule, valid_from, valid_to) => expect(firstTerm(rule, now, zone)).toEqual({ valid_from, valid_to }));
});

describe("the next term", () => {
  test.each([
    ["from its end: no day is lost", year, "2026-12-24T12:00:00Z", "2026-12-24T12:00:00Z", "2027-12-24T12:00:00Z"],
    ["from now, when it is over", year, "2026-01-01T12:00:00Z", "2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"],
    ["from now, when it had no end", year, null, "2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"],
    [
      "by the calendar: the 29th of February",
      year,
      "2028-02-29T12:00:00Z",
      "2028-02-29T12:00:00Z",
      "2029-02-28T12:00:00Z",
    ],
    [
      "by the venue's clock, across its change",
      { ...year, duration_new: "P6M" },
      "2027-01-10T05:00:00Z",
      "2027-01-10T05:00:00Z",
      "2027-07-10T04:00:00Z",
    ],
    [
      "from a season's first day",
      from("2027-06-01T04:00:00Z"),
      "2027-02-01T00:00:00Z",
      "2027-06-01T04:00:00Z",
      "2028-06-01T04:00:00Z",
    ],
    [
      "after a season that it is in, whole",
      from("2026-06-01T04:00:00Z"),
      "2027-06-01T04:00:00Z",
      "2027-06-01T04:00:00Z",
      "2028-06-01T04:00:00Z",
    ],
    [
      "to the new season's last day",
      to("2028-01-01T05:00:00Z"),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      "2028-01-01T05:00:00Z",
    ],
    [
      "to a day that it reaches already: as long as it says",
      to("2027-01-01T05:00:00Z"),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      "2028-01-01T05:00:00Z",
    ],
    [
      "without end, from a day",
      from("2026-06-01T04:00:00Z", null),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      null,
    ],
  ])("%s", (_, rule, end, valid_from, valid_to) =>
    expect(nextTerm(rule, end, now, zone)).toEqual({ valid_from, valid_to }),
  );
});
