import type { Day } from "@foyer/contract/basics.ts";
import type { Comparison, Grouping } from "@foyer/contract/office/money/reports.ts";
import { addDays } from "../dates/localTime.ts";

/** The longest spans, in years: by day, by session, and by anything else. By code, every order with one is read. */
const maxYearsByDay = 5;
const maxYearsBySession = 1;
const maxYears = 25;

/** Days, both included. */
export type DaySpan = { readonly from: Day; readonly to: Day };
/** `key`: its first day, which may lie before the span. */
export type Period = DaySpan & { readonly key: string };

const periodNames = ["day", "week", "month"] as const;
type PeriodName = (typeof periodNames)[number];

/** Whether rows are periods of time. */
export const isPeriod = (by: Grouping): by is PeriodName => periodNames.some((name) => name === by);

/** The first day of the period of a day: weeks begin on Monday. */
export const firstDayOf = (day: Day, by: PeriodName): Day => {
  const date = Temporal.PlainDate.from(day);
  if (by === "week") return date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return by === "month" ? date.with({ day: 1 }).toString() : day;
};

const lastDayOf = (first: Day, by: PeriodName): Day => {
  if (by === "day") return first;
  return by === "week"
    ? addDays(first, 6)
    : Temporal.PlainDate.from(first).add({ months: 1 }).subtract({ days: 1 }).toString();
};

/** All periods of a span in order; the first and the last may be cut. */
export const periodsOf = ({ from, to }: DaySpan, by: PeriodName): readonly Period[] => {
  const periods: Period[] = [];
  for (let key = firstDayOf(from, by); key <= to; key = addDays(lastDayOf(key, by), 1)) {
    const last = lastDayOf(key, by);
    periods.push({ key, from: key < from ? from : key, to: last > to ? to : last });
  }
  return periods;
};

/** The span that one is compared with. 29 February is compared with the 28th. */
export const comparedSpan = ({ from, to }: DaySpan, compare: Comparison): DaySpan => {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (compare === "year")
    return { from: first.subtract({ years: 1 }).toString(), to: last.subtract({ years: 1 }).toString() };
  const days = first.until(last, { largestUnit: "day" }).days + 1;
  return { from: first.subtract({ days }).toString(), to: last.subtract({ days }).toString() };
};

/** Why a span is refused: it ends before it begins, or is longer than what its grouping covers. `to`: the last day that would do. */
export type SpanProblem = { readonly problem: "backwards" } | { readonly problem: "too_long"; readonly to: Day };

const yearsOf = (by: Grouping): number => {
  if (by === "day") return maxYearsByDay;
  return by === "session" || by === "code" ? maxYearsBySession : maxYears;
};

export const spanProblem = ({ from, to }: DaySpan, by: Grouping): SpanProblem | null => {
  if (from > to) return { problem: "backwards" };
  const years = yearsOf(by);
  const last = Temporal.PlainDate.from(from).add({ years }).subtract({ days: 1 }).toString();
  return to > last ? { problem: "too_long", to: last } : null;
};
