import * as z from "zod/mini";
import { Currency, Day, Instant, SignedMoney, TimeOfDay } from "../../basics.ts";
import type { Permission } from "../staff/permissions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * What the rows of a report are grouped by. Periods within the span are shown even if they are zero; other rows only if
 * they are not.
 */
export const groupings = [
  "day",
  "week",
  "month",
  "event",
  "type",
  "session",
  "channel",
  "means",
  "rate",
  "code",
  "staff",
  "level",
  "reason",
  "rule",
] as const;
export type Grouping = (typeof groupings)[number];

/** `before`: the preceding span of equal length. `year`: the same dates and times one year earlier. */
export const comparisons = ["before", "year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The maximum number of rows on screen. Downloads contain all rows. */
export const maxShownRows = 2000;

export const ReportColumn = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["money", "count"]),
  /** Whether its total is the sum, or the value of the last row (as for a balance) or of the first row. */
  total: z.enum(["sum", "first", "last"]),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

/** Amounts in the report's currency, or counts. */
const Values = z.array(z.union([z.int(), SignedMoney]));

export const ReportRow = z.object({
  /** The first day of a period, an id or a name; '' for figures that belong to none. */
  key: z.string(),
  label: z.string(),
  /** For a period: its days within the span, both included. */
  from: z.nullable(Day),
  to: z.nullable(Day),
  /** One value per column. */
  values: Values,
  /** The same for the compared span; null without one. */
  compared: z.nullable(Values),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** The limits of a span that does not begin and end with whole days; `end` is excluded. */
export const ReportMoments = z.object({ first: Instant, end: Instant });

export const Report = z.object({
  from: Day,
  to: Day,
  /** Null for whole days. */
  moments: z.nullable(ReportMoments),
  timezone: z.string(),
  currency: Currency,
  by: z.enum(groupings),
  /** Which day counts. */
  dated: z.enum(["sale", "visit"]),
  compared_with: z.nullable(z.object({ from: Day, to: Day, moments: z.nullable(ReportMoments) })),
  columns: z.array(ReportColumn),
  /** The column that is plotted. */
  main: z.string(),
  rows: z.array(ReportRow),
  /** There are more rows than were sent; the total includes all of them. */
  more: z.boolean(),
  total: z.object({ values: Values, compared: z.nullable(Values) }),
  /** False while entries for the time before the journal existed are still being written. */
  is_complete: z.boolean(),
  /** When the report was computed, if it was computed for an earlier request. */
  worked_out_at: z.optional(Instant),
});
export type Report = z.infer<typeof Report>;

/**
 * A report that takes longer than two seconds is computed in the background; the client repeats the call until it is ready.
 */
export const ReportWaiting = z.object({
  waiting: z.object({ steps: z.int(), steps_done: z.int(), since: Instant }),
});
export type ReportWaiting = z.infer<typeof ReportWaiting>;

/** Every report of figures, with the permission it needs and its groupings. The first grouping is the default. */
export const reports = {
  sales: {
    title: "Sales",
    can: "report.sales",
    by: ["day", "week", "month", "event", "type", "session", "channel", "means", "staff"],
    byVisit: true,
  },
  money: {
    title: "Money by means",
    can: "report.money",
    by: ["means", "day", "week", "month", "channel"],
    byVisit: false,
  },
  gift_cards: {
    title: "Gift-card liability",
    can: "report.money",
    by: ["day", "week", "month"],
    byVisit: false,
  },
  tax: {
    title: "Tax",
    can: "report.money",
    by: ["rate", "day", "week", "month", "event", "type", "session", "channel"],
    byVisit: false,
  },
  donations: {
    title: "Donations",
    can: "report.sales",
    by: ["day", "week", "month", "event", "type", "session", "channel"],
    byVisit: false,
  },
  codes: {
    title: "Promo codes and discounts",
    can: "report.sales",
    by: ["code", "day", "week", "month", "channel"],
    byVisit: false,
  },
  gift_aid: { title: "Gift Aid", can: "report.sales", by: ["day", "week", "month"], byVisit: false },
  comps: {
    title: "Tickets given away",
    can: "report.sales",
    by: ["day", "week", "month", "staff", "reason"],
    byVisit: false,
  },
  overrides: {
    title: "Beyond the rules",
    can: "report.sales",
    by: ["day", "week", "month", "rule", "staff"],
    byVisit: false,
  },
  memberships: { title: "Memberships", can: "report.sales", by: ["day", "week", "month", "level"], byVisit: false },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly can: Permission;
      readonly by: readonly [Grouping, ...Grouping[]];
      readonly byVisit: boolean;
    }
  >
>;
export type ReportName = keyof typeof reports;

/** Whether a grouping reads orders, because daily sums lack it. Such a report covers one year and has no day of visit. */
export const isByOrder = (name: ReportName, by: Grouping): boolean =>
  (name === "sales" && (by === "means" || by === "staff")) || (name === "money" && by === "channel");
export const reportNames = Object.keys(reports) as readonly ReportName[];

/** The day after the last one of a span has to be a day too, so the last year that can be written is left out. */
const ReportDay = Day.check(z.refine((day) => day < "9999"));

/**
 * Days in the seller's time zone, both included. With times: from `from_time` on the first day until `to_time` on the last,
 * excluded.
 */
export const spanQuery = {
  from: ReportDay,
  to: ReportDay,
  from_time: z.optional(TimeOfDay),
  to_time: z.optional(TimeOfDay),
};

/** Groupings that the report does not have are refused. So are times for a report by day of visit. */
const queryOf = <Name extends ReportName>(name: Name) => ({
  ...spanQuery,
  by: z.optional(z.enum<Grouping[]>([...reports[name].by])),
  compare: z.optional(z.enum(comparisons)),
  /** By day of sale or of visit. By visit, later changes also count on the day of the visit. */
  dated: z.optional(z.enum<("sale" | "visit")[]>(reports[name].byVisit ? ["sale", "visit"] : ["sale"])),
});

/** What can be kept of a report under a name. Without days, the kept report covers the month in which it is opened. */
export const keptChoices = (name: ReportName) => {
  const { from, to, ...choices } = queryOf(name);
  return { from: z.optional(from), to: z.optional(to), ...choices };
};

const read = <Name extends ReportName>(name: Name) =>
  staffEndpoint({
    name: `readReport_${name}`,
    method: "GET",
    path: `/reports/${name}`,
    summary: `The report "${reports[name].title}"`,
    can: reports[name].can,
    audits: null,
    /** `anew` recomputes the report instead of using one computed some minutes ago. */
    query: z.strictObject({ ...queryOf(name), anew: z.optional(z.enum(["true"])) }),
    reply: z.union([Report, ReportWaiting]),
  });

const download = <Name extends ReportName>(name: Name) =>
  staffEndpoint({
    name: `downloadReport_${name}`,
    method: "GET",
    path: `/reports/${name}/download`,
    summary: `Download the report "${reports[name].title}"`,
    can: reports[name].can,
    audits: null,
    query: z.strictObject({ ...queryOf(name), format: z.enum(["csv", "xlsx"]) }),
    reply: z.unknown(),
    raw: true,
  });

/** The call that reads each report. */
export const readReport = {
  sales: read("sales"),
  money: read("money"),
  gift_cards: read("gift_cards"),
  tax: read("tax"),
  donations: read("donations"),
  codes: read("codes"),
  gift_aid: read("gift_aid"),
  comps: read("comps"),
  overrides: read("overrides"),
  memberships: read("memberships"),
} as const satisfies Readonly<Record<ReportName, unknown>>;

/**
 * The call that downloads each report, as CSV or XLSX. If the report takes longer than two seconds, it replies 202 with
 * `ReportWaiting`, and the client requests the file again until it is ready.
 */
export const downloadReport = {
  sales: download("sales"),
  money: download("money"),
  gift_cards: download("gift_cards"),
  tax: download("tax"),
  donations: download("donations"),
  codes: download("codes"),
  gift_aid: download("gift_aid"),
  comps: download("comps"),
  overrides: download("overrides"),
  memberships: download("memberships"),
} as const satisfies Readonly<Record<ReportName, unknown>>;
