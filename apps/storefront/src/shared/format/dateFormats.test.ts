import { describe, expect, test } from "vitest";
import { createDateFormats } from "./dateFormats.ts";

describe("moments in the venue's time zone", () => {
  test.each([
    ["2026-11-21T23:30:00Z", "Australia/Sydney", "Sun, Nov 22"],
    ["2026-07-01T03:30:00Z", "Pacific/Honolulu", "Tue, Jun 30"],
    ["2026-11-21T14:30:00Z", "America/New_York", "Sat, Nov 21"],
  ])("%s in %s is on %s", (moment, zone, text) => expect(createDateFormats("en").dayOfMoment(moment, zone)).toBe(text));
});

describe("local days and times", () => {
  test.each([
    ["en-US", "Sat, Nov 21, 2026", "7:30\u00a0PM"],
    ["en-GB", "Sat 21 Nov 2026", "19:30"],
    ["en-AU", "Sat 21 Nov 2026", "19:30"],
    ["de", "Sa., 21. Nov. 2026", "19:30"],
  ])("local days and times in a cart in %s", (locale, day, time) => {
    const when = createDateFormats(locale);
    expect([when.cartDay("2026-11-21"), when.time("19:30")]).toEqual([day, time]);
  });

  test.each([
    ["en-US", "Saturday, November 21, 2026", "7:30\u00a0PM"],
    ["en-GB", "Saturday 21 November 2026", "19:30"],
    ["en-NZ", "Saturday 21 November 2026", "19:30"],
    ["en-AU", "Saturday 21 November 2026", "19:30"],
  ])("local days and times in the pickers in %s", (locale, day, time) => {
    const when = createDateFormats(locale);
    expect([when.longDate("2026-11-21"), when.time("19:30")]).toEqual([day, time]);
  });

  test("midnight and noon", () =>
    expect([createDateFormats("en").time("00:00"), createDateFormats("en").time("12:00")]).toEqual([
      "12:00\u00a0AM",
      "12:00\u00a0PM",
    ]));
});
