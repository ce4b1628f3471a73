import { queryOptions } from "@tanstack/react-query";
import {
  isByOrder,
  readReport,
  reportNames,
  reports,
  type Comparison,
  type Grouping,
  type Report,
  type ReportName,
  type ReportWaiting,
} from "@foyer/contract/office/money/reports.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { callOffice } from "../../shared/call.ts";
import { formatMoment, todayOf } from "../../shared/format/format.ts";
import { queryClient } from "../../shared/queries.ts";

/** The address parameters of a report, so that a copied link shows the same report. */
export const reportSearchNames = ["from", "to", "from_time", "to_time", "by", "compare", "dated"] as const;
export type ReportSearch = Readonly<Partial<Record<(typeof reportSearchNames)[number], string | undefined>>>;

export type ReportChoice = {
  readonly from: string;
  readonly to: string;
  readonly from_time?: string;
  readonly to_time?: string;
  readonly by: Grouping;
  readonly compare?: Comparison;
  readonly dated?: "visit";
};

export const groupingNames = {
  day: "Day",
  week: "Week",
  month: "Month",
  event: "Event",
  type: "Ticket type",
  session: "Session",
  channel: "Channel",
  means: "Means",
  rate: "Rate",
  code: "Code",
  staff: "Staff",
  level: "Level",
  reason: "Reason",
  rule: "Rule",
} as const satisfies Readonly<Record<Grouping, string>>;

export const isReportName = (name: string): name is ReportName => reportNames.some((one) => one === name);

export const reportsFor = (permissions: readonly Permission[]): readonly ReportName[] =>
  reportNames.filter((name) => permissions.includes(reports[name].can));

/** Whether the rows can be dated by the day of the visit. */
export const hasVisits = (name: ReportName, by: Grouping): boolean => reports[name].byVisit && !isByOrder(name, by);

/** The choice in an address. The defaults are this month and the report's default grouping. */
export const choiceOf = (name: ReportName, search: ReportSearch, timezone: string): ReportChoice => {
  const today = todayOf(timezone);
  const { from = `${today.slice(0, 8)}01`, to = today, from_time, to_time, by, compare, dated } = search;
  const groupings: readonly Grouping[] = reports[name].by;
  const rows = groupings.find((one) => one === by) ?? reports[name].by[0];
  return {
    from,
    to,
    by: rows,
    ...((compare === "before" || compare === "year") && { compare }),
    ...(from_time !== undefined && { from_time }),
    ...(to_time !== undefined && { to_time }),
    ...(dated === "visit" && hasVisits(name, rows) && { dated }),
  };
};

export const reportQuery = (slug: string, name: ReportName, choice: ReportChoice) =>
  queryOptions({
    queryKey: ["report", slug, name, choice],
    queryFn: (): Promise<Report | ReportWaiting> => callOffice(readReport[name], choice as never, slug),
    refetchInterval: ({ state: { data } }) => (data && "waiting" in data ? 1000 : false),
    // The figures of the previous choice stay visible until the new ones are loaded.
    placeholderData: (previous: Report | ReportWaiting | undefined, query) =>
      query?.queryKey[2] === name && query.queryKey[1] === slug && previous && !("waiting" in previous)
        ? previous
        : undefined,
  });

/** Requests a new report instead of a stored one. */
export const workOutAnew = async (slug: string, name: ReportName, choice: ReportChoice): Promise<void> => {
  const reply = await callOffice(readReport[name], { ...choice, anew: "true" } as never, slug);
  queryClient.setQueryData(reportQuery(slug, name, choice).queryKey, reply);
};

const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const formats = {
  day: dayFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  short: dayFormat({ day: "numeric", month: "short" }),
  month: dayFormat({ month: "long", year: "numeric" }),
  shortMonth: dayFormat({ month: "short", year: "2-digit" }),
};
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A day in words: 'Sat, 12 Jun 2027'. */
export const dayInWords = (day: string): string => formats.day.format(dateOf(day));

type Span = Pick<Report, "from" | "to" | "moments">;

/** A span in words: its days, or its moments in the seller's time zone. */
export const spanInWords = ({ from, to, moments }: Span, timezone: string): string =>
  moments === null
    ? `${dayInWords(from)} to ${dayInWords(to)}`
    : `${formatMoment(moments.first, timezone)} to ${formatMoment(moments.end, timezone)}`;

/** The label of a row; for a period its day, its days or its month. */
export const rowName = ({ key, label, from, to }: Report["rows"][number], by: Grouping): string => {
  if (from === null || to === null) return label;
  if (by === "month") return formats.month.format(dateOf(key));
  return by === "week" && from < to ? `${formats.short.format(dateOf(from))} – ${dayInWords(to)}` : dayInWords(from);
};

/** The short form, for a plot. */
export const shortRowName = ({ key, label, from }: Report["rows"][number], by: Grouping): string => {
  if (from === null) return label;
  return by === "month" ? formats.shortMonth.format(dateOf(key)) : formats.short.format(dateOf(from));
};
