import { describe, expect, test } from "vitest";
import { isAllDay, isPast } from "./allDay.ts";

const span = (from: string, to: string) => ({
  start_datetime: `2026-11-21T${from}:00Z`,
  end_datetime: `2026-11-21T${to}:00Z`,
});

test.each([
  ["half an hour is not all day", span("10:00", "10:30"), "repeating", false],
  ["five hours are not all day", span("10:00", "15:00"), "repeating", false],
  ["longer than five hours is all day", span("10:00", "15:01"), "repeating", true],
  ["a long single event is not all day", span("10:00", "18:00"), "single", false],
])("%s", (_, session, event_type, allDay) => expect(isAllDay(session, { event_type })).toBe(allDay));

test("a long session that shows its start is not all-day, and is past once it begins", () => {
  const night = span("10:00", "18:00");
  const event = { event_type: "repeating", names_start: true };
  expect(isAllDay(night, event)).toBe(false);
  expect(isPast(night, event, Temporal.Instant.from("2026-11-21T12:00:00Z"))).toBe(true);
});

describe("the end of sales of a session", () => {
  const timed = span("10:00", "11:00");
  const day = span("09:00", "18:00");
  test.each([
    ["a timed session is on sale a minute before it begins", timed, "09:59", false],
    ["a timed session is past as it begins", timed, "10:00", true],
    ["an all-day session is on sale in the middle", day, "12:00", false],
    ["an all-day session is past at its end", day, "18:00", true],
  ])("%s", (_, session, at, past) =>
    expect(isPast(session, { event_type: "repeating" }, Temporal.Instant.from(`2026-11-21T${at}:00Z`))).toBe(past),
  );
});
