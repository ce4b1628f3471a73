import { expect, test } from "vitest";
import { attendanceGroups } from "./attendanceGroups.ts";

type Row = Parameters<typeof attendanceGroups>[0][number];

const row = (day: string, event_id: string | null, people: number, more: Partial<Row> = {}): Row => ({
  session:
    event_id === null
      ? null
      : { id: day, event: `The ${event_id}`, start_datetime: day, all_day: false, timezone: "UTC" },
  event_id,
  day,
  places: event_id === null ? null : 50,
  sold: people + 1,
  checked_in: people,
  not_come: 1,
  doubles: 2,
  refused: 3,
  ...more,
});

const span = { from: "2026-03-28", to: "2026-04-06" };
const rows = [
  // The session began the day before the span, and people came after midnight.
  row("2026-03-27", "night", 4),
  row("2026-03-28", "day", 10),
  // On this day, the clocks change.
  row("2026-03-29", "day", 20),
  row("2026-03-29", null, 7),
  row("2026-03-31", "day", 30, { places: null }),
  row("2026-04-06", "night", 5),
];
const names = ["sold", "checked_in", "not_come", "doubles", "refused"] as const;
const totalOf = (some: readonly { readonly [Name in (typeof names)[number]]: number }[]) =>
  names.map((name) => some.reduce((sum, one) => sum + one[name], 0));

test.each(["day", "week", "month", "event"] as const)("by %s, every row is in one group", (by) => {
  const groups = attendanceGroups(rows, by, span);
  expect(totalOf(groups)).toEqual(totalOf(rows));
  expect(groups.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(5);
});

test("the periods of the span are cut at its ends and include those without a session", () => {
  expect(attendanceGroups(rows, "week", span).map(({ from, to, checked_in }) => [from, to, checked_in])).toEqual([
    ["2026-03-28", "2026-03-29", 41],
    ["2026-03-30", "2026-04-05", 30],
    ["2026-04-06", "2026-04-06", 5],
  ]);
  expect(attendanceGroups(rows, "day", span)).toHaveLength(10);
  expect(attendanceGroups([], "month", span).map(({ key, sessions }) => [key, sessions])).toEqual([
    ["2026-03-01", 0],
    ["2026-04-01", 0],
  ]);
});

test("by event, the one with the most people comes first, and people without a session are one row", () => {
  expect(attendanceGroups(rows, "event", span).map(({ key, label, checked_in }) => [key, label, checked_in])).toEqual([
    ["day", "The day", 60],
    ["night", "The night", 9],
    ["", "", 7],
  ]);
});

test("places add up, unless a session has no limit", () => {
  expect(attendanceGroups(rows, "month", span).map(({ places }) => places)).toEqual([null, 50]);
  expect(attendanceGroups(rows, "event", span).map(({ places }) => places)).toEqual([null, 100, 0]);
});
