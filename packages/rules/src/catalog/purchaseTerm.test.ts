import { expect, test } from "vitest";
import { lastDayBefore, purchaseTerm } from "./purchaseTerm.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const rule = { start_policy: null, start_policy_date: null, duration_new: "P1Y" } as const;
const summer = "2027-06-01T04:00:00Z";

test.each([
  ["is a year to the end of a day", rule, "2026-11-21T12:00:00Z", "2027-11-21T05:00:00Z"],
  [
    "begins on a fixed day and crosses the clock change",
    { ...rule, start_policy: "fixedfrom" as const, start_policy_date: summer, duration_new: "P6M" },
    summer,
    "2027-12-01T05:00:00Z",
  ],
  [
    "ends on a fixed day and is a month long",
    { ...rule, start_policy: "fixedto" as const, start_policy_date: summer, duration_new: "P1M" },
    "2027-05-01T04:00:00Z",
    summer,
  ],
  [
    "ends on a fixed day and begins now without a duration",
    { ...rule, start_policy: "fixedto" as const, start_policy_date: summer, duration_new: null },
    "2026-11-21T12:00:00Z",
    summer,
  ],
  [
    "ends with a day that is fixed by a moment within it",
    { ...rule, start_policy: "fixedto" as const, start_policy_date: "2027-06-01T03:59:00Z", duration_new: null },
    "2026-11-21T12:00:00Z",
    summer,
  ],
  ["has no end without a duration", { ...rule, duration_new: null }, "2026-11-21T12:00:00Z", null],
])("the term %s", (_, policy, valid_from, valid_to) =>
  expect(purchaseTerm(policy, now, "America/New_York")).toEqual({ valid_from, valid_to }),
);

test.each([
  ["three days", "P3D", "2026-11-22T06:24:00Z", "Europe/London", "2026-11-25T00:00:00Z", "2026-11-24"],
  [
    "one day bought just before midnight",
    "P1D",
    "2026-11-22T23:59:59Z",
    "Europe/London",
    "2026-11-23T00:00:00Z",
    "2026-11-22",
  ],
  [
    "a day west of Greenwich, by the venue's calendar",
    "P1D",
    "2026-11-22T04:30:00Z",
    "America/New_York",
    "2026-11-22T05:00:00Z",
    "2026-11-21",
  ],
  [
    "a day east of Greenwich, by the venue's calendar",
    "P1D",
    "2026-11-22T16:30:00Z",
    "Asia/Tokyo",
    "2026-11-23T15:00:00Z",
    "2026-11-23",
  ],
  [
    "a week across the start of summer time",
    "P1W",
    "2027-03-25T12:00:00Z",
    "Europe/London",
    "2027-03-31T23:00:00Z",
    "2027-03-31",
  ],
  [
    "a week across the end of summer time",
    "P1W",
    "2026-10-22T12:00:00Z",
    "Europe/London",
    "2026-10-29T00:00:00Z",
    "2026-10-28",
  ],
  [
    "a day before one without midnight",
    "P1D",
    "2026-09-05T12:00:00Z",
    "America/Santiago",
    "2026-09-06T04:00:00Z",
    "2026-09-05",
  ],
  ["a month from the 31st", "P1M", "2027-01-31T12:00:00Z", "Europe/London", "2027-03-01T00:00:00Z", "2027-02-28"],
  [
    "a month from the 31st, into a leap year's February",
    "P1M",
    "2028-01-31T12:00:00Z",
    "Europe/London",
    "2028-03-01T00:00:00Z",
    "2028-02-29",
  ],
  [
    "a month from the 28th of February",
    "P1M",
    "2027-02-28T12:00:00Z",
    "Europe/London",
    "2027-03-28T00:00:00Z",
    "2027-03-27",
  ],
  ["a year from a leap day", "P1Y", "2028-02-29T12:00:00Z", "Europe/London", "2029-03-01T00:00:00Z", "2029-02-28"],
  ["a year to a leap year", "P1Y", "2027-03-01T12:00:00Z", "Europe/London", "2028-03-01T00:00:00Z", "2028-02-29"],
  [
    "a month and ten days from the 31st",
    "P1M10D",
    "2027-01-31T12:00:00Z",
    "Europe/London",
    "2027-03-11T00:00:00Z",
    "2027-03-10",
  ],
])("a term of %s ends with its last day", (_, duration_new, bought, zone, valid_to, last_day) => {
  const term = purchaseTerm({ ...rule, duration_new }, Temporal.Instant.from(bought), zone);
  expect(term).toEqual({ valid_from: bought, valid_to });
  expect(lastDayBefore(valid_to, zone)).toBe(last_day);
});
