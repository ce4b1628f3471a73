import { expect, test } from "vitest";
import { isCalendarDay } from "./isCalendarDay.ts";

test.each([
  ["2026-11-21", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-02-30", false],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-01-00", false],
  ["0026-01-01", false],
  ["2026-1-1", false],
  ["2026-11-21T10:00", false],
  ["today", false],
  ["", false],
])("%j is a day: %s", (text, expected) => expect(isCalendarDay(text)).toBe(expected));
