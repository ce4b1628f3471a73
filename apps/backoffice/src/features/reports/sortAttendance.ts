import type { AttendanceRow } from "@foyer/contract/office/money/attendanceReport.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";

/** The report has its sessions in the order of time; those with the same figure stay in it. */
export const sortAttendance = (
  rows: readonly AttendanceRow[],
  { column, isDescending }: Sort,
): readonly AttendanceRow[] => {
  if (column === "session") return isDescending ? rows.toReversed() : rows;
  const of = (row: AttendanceRow): number => Number(row[column as keyof AttendanceRow]);
  return rows.toSorted((one, other) => (isDescending ? of(other) - of(one) : of(one) - of(other)));
};
