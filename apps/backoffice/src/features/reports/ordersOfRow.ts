import type { Report } from "@foyer/contract/office/money/reports.ts";
import { orderChannels } from "@foyer/contract/office/orders/orders.ts";

type OrderFilters = Readonly<Record<string, string>>;

/**
 * The list of orders that a row is made of, as its filters. Null where the list cannot be filtered so: by ticket type, rate
 * or means.
 */
export const ordersOfRow = (row: Report["rows"][number], report: Report): OrderFilters | null => {
  const { by, dated, from, to } = report;
  const days = (first: string, last: string): OrderFilters =>
    dated === "visit" ? { visit_from: first, visit_to: last } : { sold_from: first, sold_to: last };
  if (row.from !== null && row.to !== null) return days(row.from, row.to);
  if (row.key === "") return null;
  if (by === "event") return { ...days(from, to), event_template_id: row.key };
  if (by === "session") return { ...days(from, to), event_session_id: row.key };
  const isChannel = by === "channel" && orderChannels.some((one) => one === row.key);
  return isChannel ? { ...days(from, to), channel_id: row.key } : null;
};
