import type {
  AttendanceGroup,
  AttendanceGrouping,
  AttendanceRow,
} from "@foyer/contract/office/money/attendanceReport.ts";
import { firstDayOf, periodsOf, type DaySpan } from "./reportPeriods.ts";

type Row = Pick<
  AttendanceRow,
  "session" | "day" | "places" | "sold" | "checked_in" | "not_come" | "doubles" | "refused"
> & {
  readonly event_id: string | null;
};
type Named = Pick<AttendanceGroup, "key" | "label" | "from" | "to">;

const groupOf = (named: Named, rows: readonly Row[]): AttendanceGroup => {
  const sum = (of: (row: Row) => number | null): number => rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const sessions = rows.filter(({ session }) => session !== null);
  return {
    ...named,
    sessions: sessions.length,
    // With one session without a limit, there is no total.
    places: sessions.some(({ places }) => places === null) ? null : sum(({ places }) => places),
    sold: sum(({ sold }) => sold),
    checked_in: sum(({ checked_in }) => checked_in),
    not_come: sum(({ not_come }) => not_come),
    doubles: sum(({ doubles }) => doubles),
    refused: sum(({ refused }) => refused),
  };
};

/** A session that began before the span counts in the first period, and one after the span in the last. */
const within = (day: string, { from, to }: DaySpan): string => {
  if (day < from) return from;
  return day > to ? to : day;
};

/**
 * The rows of sessions and of people without a session, summed by day, week, month or event. Periods without a session
 * are included.
 */
export const attendanceGroups = (
  rows: readonly Row[],
  by: Exclude<AttendanceGrouping, "session">,
  span: DaySpan,
): readonly AttendanceGroup[] => {
  if (by === "event")
    return [...Map.groupBy(rows, ({ event_id }) => event_id ?? "")]
      .map(([key, ofEvent]) => groupOf({ key, label: ofEvent[0]?.session?.event ?? "", from: null, to: null }, ofEvent))
      .toSorted((one, other) => other.checked_in - one.checked_in || (one.label < other.label ? -1 : 1));
  const byPeriod = Map.groupBy(rows, ({ day }) => firstDayOf(within(day, span), by));
  return periodsOf(span, by).map(({ key, from, to }) =>
    groupOf({ key, label: key, from, to }, byPeriod.get(key) ?? []),
  );
};
