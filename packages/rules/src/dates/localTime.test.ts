import { describe, expect, test } from "vitest";
import { localDayOf, addDays, localTimes, instantOf, weekdayOf, calendarEnd } from "./localTime.ts";

describe("local times convert to instants", () => {
  test.each([
    ["a winter evening in New York", "2026-12-01", "19:30", "America/New_York", "2026-12-02T00:30:00Z"],
    ["the same hour in summer", "2026-07-01", "19:30", "America/New_York", "2026-07-01T23:30:00Z"],
    ["an hour that the spring change skips", "2027-03-14", "02:30", "America/New_York", "2027-03-14T07:30:00Z"],
    [
      "an hour that the autumn change repeats: the first",
      "2026-11-01",
      "01:30",
      "America/New_York",
      "2026-11-01T05:30:00Z",
    ],
    ["Sydney's repeated hour: the first", "2027-04-04", "02:30", "Australia/Sydney", "2027-04-03T15:30:00Z"],
    ["London's skipped hour", "2027-03-28", "01:30", "Europe/London", "2027-03-28T01:30:00Z"],
    ["the end of a day", "2026-12-31", "24:00", "Pacific/Auckland", "2026-12-31T11:00:00Z"],
  ])("a local time converts to an instant: %s", (_, day, time, zone, moment) =>
    expect(instantOf(day, time, zone)).toBe(moment),
  );

  test("keeps a weekly 10:00 across a clock change", () => {
    const times = ["2026-10-25", "2026-11-01", "2026-11-08"].map((day) =>
      localTimes(
        instantOf(day, "10:00", "America/New_York"),
        instantOf(day, "11:00", "America/New_York"),
        "America/New_York",
      ),
    );
    expect(times.map((time) => time.local_start)).toEqual(["10:00", "10:00", "10:00"]);
  });
});

test("uses the venue's day, not the server's", () => {
  expect(localDayOf("2026-11-21T23:00:00Z", "Pacific/Auckland")).toBe("2026-11-22");
  expect(localDayOf("2026-11-21T03:00:00Z", "America/New_York")).toBe("2026-11-20");
});

test("weekdays count from Sunday", () => expect([weekdayOf("2026-11-22"), weekdayOf("2026-11-28")]).toEqual([0, 6]));
test("adds days across the end of a month", () => expect(addDays("2026-11-30", 1)).toBe("2026-12-01"));

test("calendars end at the start of the month one year ahead", () => {
  expect(calendarEnd(Temporal.Instant.from("2026-11-21T12:00:00Z"), "Europe/London")).toBe("2027-11-01T00:00:00Z");
});
