import type { Day } from "@foyer/contract/basics.ts";
import type { Comparison, Grouping } from "@foyer/contract/office/money/reports.ts";
import { addDays } from "../dates/localTime.ts";

/** The longest spans, in years: by day; by session, by code or by a grouping that reads orders; by anything else. */
const maxYearsByDay = 5;
const maxYearsOfOrders = 1;
const maxYears = 25;

/** Days, inclusive. */
export type DaySpan = { readonly from: Day; readonly to: Day };
/** Two moments; the second is exclusive. */
export type Moments = { readonly first: Temporal.Instant; readonly end: Temporal.Instant };
/** Calendar days, and the exact moments of the span. */
export type ReportSpan = DaySpan &
  Moments & {
    /** The span covers complete days only. */
    readonly isWholeDays: boolean;
  };
/** The days as sent, with an optional start time on the first day and an optional end time on the last. */
export type SentSpan = DaySpan & { readonly from_time?: string | undefined; readonly to_time?: string | undefined };
/** `key`: the first day of the full period, which can be before the span. */
export type Period = DaySpan & { readonly key: string };

const periodNames = ["day", "week", "month"] as const;
type PeriodName = (typeof periodNames)[number];

/** Whether the grouping is by periods of time. */
export const isPeriod = (by: Grouping): by is PeriodName => periodNames.some((name) => name === by);

/** The first day of the period that contains a day. Weeks begin on Monday. */
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

/** All periods of a span in order; the first and the last may be cut off. */
export const periodsOf = ({ from, to }: DaySpan, by: PeriodName): readonly Period[] => {
  const periods: Period[] = [];
  for (let key = firstDayOf(from, by); key <= to; key = addDays(lastDayOf(key, by), 1)) {
    const last = lastDayOf(key, by);
    periods.push({ key, from: key < from ? from : key, to: last > to ? to : last });
  }
  return periods;
};

/** The span to compare with. 29 February is compared with the 28th. */
export const comparedSpan = ({ from, to }: DaySpan, compare: Comparison): DaySpan => {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (compare === "year")
    return { from: first.subtract({ years: 1 }).toString(), to: last.subtract({ years: 1 }).toString() };
  const days = first.until(last, { largestUnit: "day" }).days + 1;
  return { from: first.subtract({ days }).toString(), to: last.subtract({ days }).toString() };
};

const dayStart = (day: Day, timezone: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(timezone).toInstant();

/**
 * The instant of a time of day. A time that the clock skips is moved forward by the gap; of a repeated time the first is
 * used. So consecutive spans neither overlap nor leave a gap.
 */
const timeOf = (day: Day, time: string, timezone: string): Temporal.Instant =>
  time === "24:00"
    ? dayStart(addDays(day, 1), timezone)
    : Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: time }).toInstant();

/** The calendar days that contain these moments. */
const daysOf = ({ first, end }: Moments, timezone: string): DaySpan => {
  const dayOf = (moment: Temporal.Instant): Day => moment.toZonedDateTimeISO(timezone).toPlainDate().toString();
  return { from: dayOf(first), to: dayOf(end.subtract({ nanoseconds: 1 })) };
};

/**
 * The moments of a span by the seller's clock. A span that ends before it begins keeps its days; `spanProblem` rejects it.
 */
export const timeSpanOf = ({ from, to, from_time, to_time }: SentSpan, timezone: string): ReportSpan => {
  const first = from_time === undefined ? dayStart(from, timezone) : timeOf(from, from_time, timezone);
  const end = to_time === undefined ? dayStart(addDays(to, 1), timezone) : timeOf(to, to_time, timezone);
  const isWholeDays = from_time === undefined && to_time === undefined;
  const isForward = Temporal.Instant.compare(first, end) < 0;
  return { ...(isWholeDays || !isForward ? { from, to } : daysOf({ first, end }, timezone)), first, end, isWholeDays };
};

/**
 * The span to compare with: the same number of days or the same duration before it, or the same clock times a year earlier.
 */
export const comparedTimeSpan = (sent: SentSpan, compare: Comparison, timezone: string): ReportSpan => {
  const { from_time, to_time } = sent;
  const span = timeSpanOf(sent, timezone);
  if (span.isWholeDays || compare === "year")
    return timeSpanOf({ ...comparedSpan(sent, compare), from_time, to_time }, timezone);
  const moments = { first: span.first.subtract(span.first.until(span.end)), end: span.first };
  return { ...daysOf(moments, timezone), ...moments, isWholeDays: false };
};

/**
 * Why a span is rejected: it ends before it begins, or is too long for its grouping. `to`: the last day that would be
 * accepted.
 */
export type SpanProblem = { readonly problem: "backwards" } | { readonly problem: "too_long"; readonly to: Day };

type Rows = { readonly by: Grouping; readonly readsOrders: boolean };

const yearsOf = ({ by, readsOrders }: Rows): number => {
  if (readsOrders || by === "session" || by === "code") return maxYearsOfOrders;
  return by === "day" ? maxYearsByDay : maxYears;
};

export const spanProblem = ({ from, to, ...moments }: DaySpan & Partial<Moments>, rows: Rows): SpanProblem | null => {
  const { first, end } = moments;
  if (from > to || (first && end && Temporal.Instant.compare(first, end) >= 0)) return { problem: "backwards" };
  const years = yearsOf(rows);
  const last = Temporal.PlainDate.from(from).add({ years }).subtract({ days: 1 });
  return Temporal.PlainDate.compare(to, last) > 0 ? { problem: "too_long", to: last.toString() } : null;
};
