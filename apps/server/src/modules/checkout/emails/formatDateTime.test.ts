import { expect, test } from "vitest";
import { formatDateTime } from "./formatDateTime.ts";

const line = { start_datetime: "2026-11-27T18:00:00Z", all_day: false, ticket_date_time: null };

test.each([
  ["en-US", "America/New_York", "Friday, November 27, 2026, 1:00 PM EST"],
  ["en-GB", "Europe/London", "Friday 27 November 2026, 18:00 GMT"],
  ["en-AU", "Australia/Sydney", "Saturday 28 November 2026, 05:00 AEDT"],
  ["en-NZ", "Pacific/Auckland", "Saturday 28 November 2026, 07:00 NZDT"],
  ["de-DE", "Europe/Berlin", "Freitag, 27. November 2026, 19:00 MEZ"],
])("%s in an e-mail and on a printed ticket", (locale, timezone, text) =>
  expect(formatDateTime({ ...line, timezone }, locale).replaceAll("\u202f", " ")).toBe(text),
);
