import {
  maxVoucherDays,
  voucherPageSize,
  type downloadVouchers,
  type listVouchers,
  type UsedVoucher,
} from "@foyer/contract/office/catalogue/vouchers.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { download, type Cell } from "../downloads/table.ts";
import { readUsedVouchers, type UsedVoucherRow, type VoucherCursor, type VoucherSpan } from "./vouchers.sql.ts";

type Sent = Pick<StaffReceived<typeof listVouchers>, "from" | "to" | "dated" | "sort">;

const isAscendingOf = ({ sort }: Pick<Sent, "sort">): boolean => sort === "order_number";

const requireSpan = ({ from, to, dated = "sale" }: Sent): VoucherSpan => {
  if (from > to) throw new Refused({ code: "bad_field_value", context: "code", extra: { fields: ["from", "to"] } });
  const last = addDays(from, maxVoucherDays - 1);
  if (to > last)
    throw new Refused({
      code: "validation_failed",
      context: "code",
      description: `Choose at most ${maxVoucherDays} days (until ${last}).`,
      extra: { fields: ["to"], to: last },
    });
  return { from, to, dated };
};

const visitOf = (row: UsedVoucherRow): UsedVoucher["visit"] => {
  const { start_datetime, end_datetime, timezone, event_type, names_start } = row;
  if (start_datetime === null || end_datetime === null) return null;
  const all_day = isAllDay({ start_datetime, end_datetime }, { event_type, names_start: names_start ?? false });
  return { start_datetime, all_day, timezone };
};

const cursorOf = (after: string): VoucherCursor => {
  const [order_number = "", ticket_id = ""] = after.split("_");
  return { order_number: Number(order_number), ticket_id };
};

/** Used city-pass vouchers, showing only their last characters. */
export const listUsedVouchers = async (
  { db, seller }: StaffContext,
  { after, ...sent }: StaffReceived<typeof listVouchers>,
): Promise<StaffReply<typeof listVouchers>> => {
  const found = await readUsedVouchers(db, seller, requireSpan(sent), {
    after: after === undefined ? undefined : cursorOf(after),
    isAscending: isAscendingOf(sent),
    limit: voucherPageSize + 1,
  });
  const page = found.slice(0, voucherPageSize);
  const last = page.at(-1);
  return {
    vouchers: page.map((row) => ({
      ticket_id: row.ticket_id,
      order_number: row.order_number,
      sold_at: row.sold_at,
      event: row.event,
      type: row.type,
      visit: visitOf(row),
      ending: voucherEnd(row.voucher),
      is_checked_in: row.state === "redeemed",
    })),
    next: found.length > page.length && last ? `${last.order_number}_${last.ticket_id}` : null,
  };
};

const rowsAtOnce = 1000;
const header = ["order_number", "sold_on", "visit_on", "event", "ticket_type", "voucher", "checked_in"];

const text = (value: string): Cell => ({ kind: "text", text: value });
const day = (at: string, timezone: string): Cell => ({
  kind: "day",
  day: Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString(),
});

const cellsOf = (row: UsedVoucherRow, timezone: string): readonly Cell[] => [
  { kind: "number", number: row.order_number },
  day(row.sold_at, timezone),
  row.start_datetime === null ? text("") : day(row.start_datetime, row.timezone),
  text(row.event),
  text(row.type),
  text(row.voucher),
  text(row.state === "redeemed" ? "yes" : "no"),
];

/** Read page by page while the file is sent. */
const rowsOf = async function* (
  { db, seller }: StaffContext,
  span: VoucherSpan,
  isAscending: boolean,
): AsyncGenerator<readonly Cell[]> {
  let after: VoucherCursor | undefined;
  for (;;) {
    const found = await readUsedVouchers(db, seller, span, { after, isAscending, limit: rowsAtOnce });
    for (const row of found) yield cellsOf(row, seller.timezone);
    after = found.at(-1);
    if (found.length < rowsAtOnce) return;
  }
};

export const downloadUsedVouchers = async (
  ctx: StaffContext,
  { format, ...sent }: StaffReceived<typeof downloadVouchers>,
): Promise<StreamedReply> => {
  const span = requireSpan(sent);
  await changing(ctx, (ctx) =>
    audit(ctx, {
      action: "rows.downloaded",
      entity: { kind: "list", id: "vouchers" },
      after: { name: "city-pass vouchers", filters: span },
    }),
  );
  return download(
    {
      name: `vouchers-${ctx.seller.slug}-${span.from}-${span.to}`,
      header,
      rows: rowsOf(ctx, span, isAscendingOf(sent)),
    },
    format,
  );
};
