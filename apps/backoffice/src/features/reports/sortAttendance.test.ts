import { describe, expect, test } from "vitest";
import { attendanceList, type AttendanceRow } from "@foyer/contract/office/money/attendanceReport.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { sortAttendance } from "./sortAttendance.ts";

const row = (hour: number, sold: number): AttendanceRow => ({
  session: {
    id: String(hour),
    event: "Visit",
    start_datetime: `2026-11-30T${hour}:00:00Z`,
    all_day: false,
    timezone: "UTC",
  },
  day: "2026-11-30",
  places: null,
  sold,
  checked_in: sold,
  not_come: sold,
  doubles: sold,
  refused: sold,
  types: [],
});
/** Ordered by time, as in the report. */
const rows = [row(10, 2), row(11, 1), row(12, 2), row(13, 3)];
const hoursOf = (sort: string) =>
  sortAttendance(rows, parseSort(sort)).map(({ session }) => session?.start_datetime.slice(11, 13));

describe("the sessions of an attendance report", () => {
  test("are ordered by time, in both directions", () => {
    expect(hoursOf("session")).toEqual(["10", "11", "12", "13"]);
    expect(hoursOf("-session")).toEqual(["13", "12", "11", "10"]);
  });

  test.each(Object.keys(attendanceList.sorts).filter((name) => name !== "session"))(
    "are ordered by %s in both directions; those with equal figures stay in the order of time",
    (name) => {
      expect(hoursOf(name)).toEqual(["11", "10", "12", "13"]);
      expect(hoursOf(`-${name}`)).toEqual(["13", "10", "12", "11"]);
    },
  );
});
