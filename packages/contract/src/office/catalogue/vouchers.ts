import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The maximum number of days in a list of city-pass vouchers. */
export const maxVoucherDays = 366;
export const voucherPageSize = 100;

/** Which day the filter uses: that of the order in the seller's time zone, or that of the visit in the venue's. */
export const voucherDays = ["sale", "visit"] as const;

const span = { from: Day, to: Day, dated: z.optional(z.enum(voucherDays)) };

/** A city-pass voucher that was exchanged for a ticket. It contains no names. */
export const UsedVoucher = z.object({
  ticket_id: Id,
  order_number: z.int(),
  sold_at: Instant,
  event: z.string(),
  type: z.string(),
  /** Null without a session. */
  visit: z.nullable(z.object({ start_datetime: Instant, all_day: z.boolean(), timezone: z.string() })),
  /** The last characters of the voucher: '…1111'. */
  ending: z.string(),
  /** The ticket was used for entry. */
  is_checked_in: z.boolean(),
});
export type UsedVoucher = z.infer<typeof UsedVoucher>;

/** What a saved view of the list can contain. Without days, it shows the current month. */
export const voucherFilters = { from: z.optional(span.from), to: z.optional(span.to), dated: span.dated };

export const voucherList = {
  name: "order_number",
  columns: {
    order_number: { label: "Order" },
    visit: { label: "Visit" },
    ticket: { label: "Ticket" },
    voucher: { label: "Voucher" },
  },
  sorts: { order_number: "descending" },
  usual: "-order_number",
} as const satisfies ListShape;

/**
 * City-pass vouchers of valid and used tickets, sorted by newest order unless `sort` is set. The voucher of a ticket that
 * was given up can be used again and is not listed. Both days are included, at most 366 days; a longer span is refused with
 * the latest day allowed (`to`).
 */
export const listVouchers = staffEndpoint({
  name: "listVouchers",
  method: "GET",
  path: "/vouchers",
  summary: "List city-pass vouchers that were used",
  can: "code.read",
  audits: null,
  query: z.strictObject({
    ...span,
    sort: sortOf(voucherList),
    /** The position of the last row of the previous page: order and ticket. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}_[\da-f-]{36}$/))),
  }),
  reply: z.object({ vouchers: z.array(UsedVoucher), next: z.nullable(z.string()) }),
});

/** The same rows with the full voucher numbers, for the organisation that sells the city pass. */
export const downloadVouchers = staffEndpoint({
  name: "downloadVouchers",
  method: "GET",
  path: "/vouchers/download",
  summary: "Download city-pass vouchers that were used",
  can: "export.rows",
  audits: "rows.downloaded",
  query: z.strictObject({ ...span, sort: sortOf(voucherList), format: z.enum(["csv", "xlsx"]) }),
  reply: z.unknown(),
  raw: true,
});
