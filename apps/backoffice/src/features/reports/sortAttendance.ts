import type { AttendanceRow } from "@foyer/contract/office/money/attendanceReport.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";

/** The report's sessions are ordered by time; sessions with equal figures keep that order. */
export const sortAttendance = (
  rows: readonly AttendanceRow[],
  { column, isDescending }: Sort,
): readonly AttendanceRow[] => {
  if (column === "session") return isDescending ? rows.toReversed() : rows;
  const of = (row: AttendanceRow): number => Number(row[column as keyof AttendanceRow]);
  return rows.toSorted((one, other) => (isDescending ? of(other) - of(one) : of(one) - of(other)));
};
