import { maxJournalDays } from "@foyer/contract/office/money/journal.ts";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import { orderChannels } from "@foyer/contract/office/orders/orders.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";

type Row = Report["rows"][number];

/** The screen with a row's underlying records, and the filters of its list; for a code, the code's page. */
export type RowTarget = {
  readonly to: "/$slug/orders" | "/$slug/money/journal" | "/$slug/codes/$id" | "/$slug/members" | "/$slug/audit";
  readonly id?: string;
  readonly search: Readonly<Record<string, string>>;
};

/** The permissions for these screens. */
const permissions = {
  "/$slug/orders": "order.read",
  "/$slug/money/journal": "money.read",
  "/$slug/codes/$id": "code.read",
  "/$slug/members": "member.read",
  "/$slug/audit": "audit.read",
} as const satisfies Readonly<Record<RowTarget["to"], Permission>>;

/** The screen to which the rows of each report link. */
const targets: Readonly<Record<ReportName, (row: Row, report: Report) => RowTarget | null>> = {
  sales: (row, report) => ordersOfRow(row, report),
  donations: (row, report) => ordersOfRow(row, report),
  comps: (row, report) => givenOrders(row, report),
  money: (row, report) => moneyOfRow(row, report),
  gift_cards: (row) => journalOfRow(row),
  // The journal has an account for each tax rate, so a row by rate links to the journal of the whole span.
  tax: (row, report) => journalOfRow(report.by === "rate" ? report : row),
  gift_aid: (row) => journalOfRow(row),
  codes: (row, report) => (report.by === "code" ? codeOfRow(row) : ordersOfRow(row, report)),
  memberships: (row, { by }) => membersOfRow(row, by),
  overrides: (row, report) => entriesOfRow(row, report),
};

/** The link of a row; null if the reader cannot see the target, or if no list can be filtered accordingly. */
export const rowTarget = (
  name: ReportName,
  row: Row,
  report: Report,
  can: (permission: Permission) => boolean,
): RowTarget | null => {
  // Lists can only be filtered by whole days.
  if (report.moments !== null && !isOfWholeDays(row, report)) return null;
  const target = targets[name](row, report);
  return target && can(permissions[target.to]) ? target : null;
};

/** For a report between moments: the periods that are not cut off by the first or last day. */
const isOfWholeDays = ({ from, to }: Row, report: Report): boolean =>
  from !== null && to !== null && from > report.from && to < report.to;

const isShort = (first: string, last: string): boolean =>
  (Date.parse(last) - Date.parse(first)) / 86_400_000 < maxJournalDays;

/**
 * By day of sale, the orders that have entries of the journal on these days: sold, changed or refunded. The list reads the
 * journal for a limited number of days; for more, it has the orders that were sold on them.
 */
const daysOf = (first: string, last: string, dated: Report["dated"] = "sale"): Readonly<Record<string, string>> => {
  if (dated === "visit") return { visit_from: first, visit_to: last };
  return isShort(first, last) ? { journal_from: first, journal_to: last } : { sold_from: first, sold_to: last };
};

const ordersOfRow = (row: Row, { by, dated, from, to }: Report): RowTarget | null => {
  const orders = (search: RowTarget["search"]): RowTarget => ({ to: "/$slug/orders", search });
  if (row.from !== null && row.to !== null) return orders(daysOf(row.from, row.to, dated));
  const days = daysOf(from, to, dated);
  if (by === "means") return orders({ ...days, paid_by: row.key === "" ? "none" : row.key });
  if (by === "staff") return isStaff(row) ? orders({ ...days, sold_by: row.key === "" ? "online" : row.key }) : null;
  if (row.key === "") return null;
  if (by === "event") return orders({ ...days, event_template_id: row.key });
  if (by === "session") return orders({ ...days, event_session_id: row.key });
  if (by === "type") return orders({ ...days, ticket_type_id: row.key });
  const isChannel = by === "channel" && orderChannels.some((one) => one === row.key);
  return isChannel ? orders({ ...days, channel_id: row.key }) : null;
};

const isId = (key: string): boolean => /^[\da-f-]{36}$/.test(key);
/** Readers who may not see names have one row for all staff. */
const isStaff = ({ key }: Row): boolean => key === "" || isId(key);

/** Orders that were given away, by anybody, by a staff member or for a reason. */
const givenOrders = (row: Row, { by, from, to }: Report): RowTarget | null => {
  const given = (search: RowTarget["search"]): RowTarget => ({
    to: "/$slug/orders",
    search: { ...search, channel_id: "comp" },
  });
  if (row.from !== null && row.to !== null) return given({ sold_from: row.from, sold_to: row.to });
  const days = { sold_from: from, sold_to: to };
  // Readers who may not see reasons have one row for all of them.
  if (by === "reason") return given({ ...days, ...(row.key !== "" && { given_for: row.key }) });
  return by === "staff" && isId(row.key) ? given({ ...days, sold_by: row.key }) : null;
};

/** Names of gateways as in the list of orders. All other gateways take cards. */
const meansNames: Readonly<Record<string, string>> = { ledger: "gift_card", cash: "cash", terminal: "terminal" };

const moneyOfRow = (row: Row, report: Report): RowTarget | null => {
  if (report.by === "channel") return ordersOfRow(row, report);
  return report.by === "means" ? ordersPaidBy(row, report) : journalOfRow(row);
};

/** Orders whose money a means moved on these days. */
const ordersPaidBy = ({ key }: Row, { from, to }: Report): RowTarget | null =>
  key === "" ? null : { to: "/$slug/orders", search: { ...daysOf(from, to), means: meansNames[key] ?? "card" } };

/** The journal of a period, up to the number of days that it can show. */
const journalOfRow = ({ from, to }: Pick<Row, "from" | "to">): RowTarget | null => {
  if (from === null || to === null) return null;
  return isShort(from, to) ? { to: "/$slug/money/journal", search: { from, to } } : null;
};

/** A single code has its id as key; codes that applied together, and codes of a list, have their names. */
const codeOfRow = ({ key }: Row): RowTarget | null =>
  isId(key) ? { to: "/$slug/codes/$id", id: key, search: {} } : null;

const membersOfRow = ({ key }: Row, by: Report["by"]): RowTarget | null =>
  by === "level" ? { to: "/$slug/members", search: { level: key } } : null;

/** What staff did beyond the rules on the days, what one of them did, or what they did beyond one rule. */
const entriesOfRow = (row: Row, { by, from, to }: Report): RowTarget | null => {
  const entries = (search: RowTarget["search"]): RowTarget => ({
    to: "/$slug/audit",
    search: { rule: "any", ...search },
  });
  if (row.from !== null && row.to !== null) return entries({ from: row.from, to: row.to });
  if (by === "rule") return entries({ from, to, rule: row.key });
  return by === "staff" && isId(row.key) ? entries({ from, to, staff_id: row.key }) : null;
};
