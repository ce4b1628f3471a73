import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, localDayOf } from "../dates/localTime.ts";
import { changesEndAt } from "./horizon.ts";

const zone = "America/New_York";
/** Thursday, 10:00 at the venue. */
const start = "2026-11-26T15:00:00Z";

test.each([
  { what: "without a horizon, at the start", days: null, hours: null, end: "2026-11-26T15:00:00Z" },
  { what: "with 0 days, at the start", days: 0, hours: null, end: "2026-11-26T15:00:00Z" },
  { what: "with 1 day, at the start of the session's local day", days: 1, hours: null, end: "2026-11-26T05:00:00Z" },
  { what: "with 2 days, a local day earlier", days: 2, hours: null, end: "2026-11-25T05:00:00Z" },
  { what: "with 24 hours, just after a day before", days: null, hours: 24, end: "2026-11-25T15:00:00.001Z" },
  { what: "with days and hours, at the earlier of both", days: 1, hours: 24, end: "2026-11-25T15:00:00.001Z" },
  {
    what: "across the change of clocks, at the venue's midnight",
    days: 25,
    hours: null,
    end: "2026-11-02T05:00:00Z",
  },
  {
    what: "before the change of clocks, at the venue's midnight then",
    days: 27,
    hours: null,
    end: "2026-10-31T04:00:00Z",
  },
])("changes end $what", ({ days, hours, end }) => {
  expect(changesEndAt(start, { horizon_days: days, horizon_hours: hours }, zone).toString()).toBe(end);
});

test("in any zone and season changes end with the last day at the venue, and never after the start", () => {
  const zones = fc.constantFrom(
    "America/New_York",
    "Pacific/Auckland",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    // Clocks there change at midnight, so a day can begin at 01:00.
    "America/Santiago",
    "Africa/Cairo",
  );
  const starts = fc.date({
    min: new Date("2026-01-01T00:00:00Z"),
    max: new Date("2028-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, starts, fc.integer({ min: 0, max: 400 }), (venue, date, days) => {
      const starting = date.toISOString();
      const end = changesEndAt(starting, { horizon_days: days, horizon_hours: null }, venue);
      expect(Temporal.Instant.compare(end, Temporal.Instant.from(starting))).toBeLessThanOrEqual(0);
      const lastDay = addDays(localDayOf(starting, venue), -days);
      expect(localDayOf(end.subtract({ milliseconds: 1 }).toString(), venue) <= lastDay).toBe(true);
      if (days > 0) expect(localDayOf(end.toString(), venue)).toBe(addDays(lastDay, 1));
    }),
  );
});
