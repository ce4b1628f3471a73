import { describe, expect, test } from "vitest";
import {
  firstTerm,
  isExpired,
  isRenewable,
  isValid,
  lastValidDay,
  lengthenedEnd,
  nextTerm,
  renewableFrom,
} from "./term.ts";

const zone = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);
const now = at("2026-11-21T12:00:00Z");
const year = { start_policy: null, start_policy_date: null, duration_new: "P1Y" } as const;
const from = (start_policy_date: string, duration_new: string | null = "P1Y") =>
  ({ start_policy: "fixedfrom", start_policy_date, duration_new }) as const;
const to = (start_policy_date: string, duration_new: string | null = "P1Y") =>
  ({ start_policy: "fixedto", start_policy_date, duration_new }) as const;

test.each([
  ["in the middle of a day is that day", "2027-11-21T12:00:00Z", "2027-11-21"],
  ["at midnight is the day before", "2027-06-01T04:00:00Z", "2027-05-31"],
  ["a moment after midnight is the new day", "2027-06-01T04:00:01Z", "2027-06-01"],
])("the last day of a term that ends %s", (_, valid_to, day) => expect(lastValidDay({ valid_to }, zone)).toBe(day));
test("has no last day without an end", () => expect(lastValidDay({ valid_to: null }, zone)).toBeNull());

describe("a membership can be renewed", () => {
  test.each([
    [30, "2027-10-22"],
    [0, "2027-11-21"],
    [-3, "2027-11-21"],
    [365, "2026-11-21"],
  ])("a renewal is allowed from %i days before its last day: %s", (days, day) =>
    expect(renewableFrom({ valid_to: "2027-11-21T12:00:00Z" }, days, zone)).toBe(day),
  );
  test("a membership can be renewed counts the days from its last day, where it ends at midnight", () =>
    expect(renewableFrom({ valid_to: "2027-11-22T05:00:00Z" }, 30, zone)).toBe("2027-10-22"));
  test.each([
    ["not the day before", "2027-10-22T03:59:59Z", false],
    ["from the day in the venue's time zone", "2027-10-22T04:00:00Z", true],
    ["also after its end", "2028-01-01T00:00:00Z", true],
  ])("a renewal is allowed %s", (_, moment, isRenewableThen) =>
    expect(isRenewable({ valid_to: "2027-11-21T12:00:00Z" }, 30, at(moment), zone)).toBe(isRenewableThen),
  );
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
])("a term from %s to %s: valid %s, expired %s", (valid_from, valid_to, valid, expired) =>
  expect([isValid({ valid_from, valid_to }, now), isExpired({ valid_to }, now)]).toEqual([valid, expired]),
);

describe("the first term", () => {
  test.each([
    ["is a year from now", year, "2026-11-21T12:00:00Z", "2027-11-21T05:00:00Z"],
    ["is the current season", from("2026-06-01T04:00:00Z"), "2026-06-01T04:00:00Z", "2027-06-01T04:00:00Z"],
    ["is the coming season", from("2027-06-01T04:00:00Z"), "2027-06-01T04:00:00Z", "2028-06-01T04:00:00Z"],
    [
      "begins now if the season has ended",
      from("2025-06-01T04:00:00Z"),
      "2026-11-21T12:00:00Z",
      "2027-11-21T05:00:00Z",
    ],
    ["ends on a fixed day", to("2027-06-01T04:00:00Z"), "2026-06-01T04:00:00Z", "2027-06-01T04:00:00Z"],
    [
      "is a year from now if the fixed day has passed",
      to("2026-06-01T04:00:00Z", null),
      "2026-11-21T12:00:00Z",
      "2027-11-21T05:00:00Z",
    ],
    ["has no end without a duration", { ...year, duration_new: null }, "2026-11-21T12:00:00Z", null],
  ])("the first term %s", (_, rule, valid_from, valid_to) =>
    expect(firstTerm(rule, now, zone)).toEqual({ valid_from, valid_to }),
  );
});

describe("the next term", () => {
  test.each([
    [
      "begins at the end of the previous one",
      year,
      "2026-12-24T05:00:00Z",
      "2026-12-24T05:00:00Z",
      "2027-12-24T05:00:00Z",
    ],
    [
      "begins at an end within a day, which is not counted twice",
      year,
      "2026-12-24T12:00:00Z",
      "2026-12-24T12:00:00Z",
      "2027-12-25T05:00:00Z",
    ],
    [
      "begins now if the previous one has ended",
      year,
      "2026-01-01T12:00:00Z",
      "2026-11-21T12:00:00Z",
      "2027-11-21T05:00:00Z",
    ],
    ["begins now if the previous one had no end", year, null, "2026-11-21T12:00:00Z", "2027-11-21T05:00:00Z"],
    [
      "follows the calendar from the 29th of February",
      year,
      "2028-02-29T05:00:00Z",
      "2028-02-29T05:00:00Z",
      "2029-03-01T05:00:00Z",
    ],
    [
      "follows the venue's clock across its change",
      { ...year, duration_new: "P6M" },
      "2027-01-10T05:00:00Z",
      "2027-01-10T05:00:00Z",
      "2027-07-10T04:00:00Z",
    ],
    [
      "begins on the season's first day",
      from("2027-06-01T04:00:00Z"),
      "2027-02-01T00:00:00Z",
      "2027-06-01T04:00:00Z",
      "2028-06-01T04:00:00Z",
    ],
    [
      "is a whole season after the current one",
      from("2026-06-01T04:00:00Z"),
      "2027-06-01T04:00:00Z",
      "2027-06-01T04:00:00Z",
      "2028-06-01T04:00:00Z",
    ],
    [
      "ends on the new season's last day",
      to("2028-01-01T05:00:00Z"),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      "2028-01-01T05:00:00Z",
    ],
    [
      "has its whole duration if the fixed day is reached already",
      to("2027-01-01T05:00:00Z"),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      "2028-01-01T05:00:00Z",
    ],
    [
      "has no end without a duration",
      from("2026-06-01T04:00:00Z", null),
      "2027-01-01T05:00:00Z",
      "2027-01-01T05:00:00Z",
      null,
    ],
  ])("the next term %s", (_, rule, end, valid_from, valid_to) =>
    expect(nextTerm(rule, end, now, zone)).toEqual({ valid_from, valid_to }),
  );
});

test.each(["P3D", "P1W", "P1M", "P1Y"])(
  "terms of %s follow each other without a gap, an overlap or a lost day",
  (duration_new) => {
    const rule = { ...year, duration_new };
    let term = firstTerm(rule, at("2027-01-31T12:00:00Z"), zone);
    for (let renewals = 0; renewals < 30; renewals++) {
      const end = term.valid_to;
      if (end === null) throw new Error("The term has no end.");
      expect(at(end).toZonedDateTimeISO(zone).toPlainTime().toString()).toBe("00:00:00");
      const next = nextTerm(rule, end, at(end).subtract({ hours: 5 }), zone);
      expect(next.valid_from).toBe(end);
      const [first_day, last_day] = [at(end).toZonedDateTimeISO(zone).toPlainDate(), lastValidDay(next, zone) ?? ""];
      expect(
        Temporal.PlainDate.compare(first_day.add(duration_new).subtract({ days: 1 }), last_day),
      ).toBeLessThanOrEqual(0);
      term = next;
    }
  },
);

describe("a term that is lengthened", () => {
  test.each([
    ["by a day", "2027-06-12T04:00:00Z", 1, "2027-06-13T04:00:00Z"],
    ["over the change to winter time, to the same time of day", "2027-11-01T04:00:00Z", 10, "2027-11-11T05:00:00Z"],
    ["over the end of a year", "2027-12-31T05:00:00Z", 30, "2028-01-30T05:00:00Z"],
  ])("%s", (_, valid_to, days, end) => expect(lengthenedEnd(valid_to, days, "America/New_York")).toBe(end));
});
