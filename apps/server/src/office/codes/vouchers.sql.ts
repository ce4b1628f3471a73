import { wordsOfDirection } from "../../db/keyset.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type UsedVoucherRow = {
  readonly ticket_id: string;
  readonly order_number: number;
  readonly sold_at: string;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly type: string;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly voucher: string;
  readonly state: "booked" | "redeemed";
};

export type VoucherCursor = { readonly order_number: number; readonly ticket_id: string };
export type VoucherSpan = { readonly from: string; readonly to: string; readonly dated: "sale" | "visit" };

/** Days of the order in the seller's time zone ($4), or of the visit in the venue's. */
const isOfDays = {
  sale: `o.created_at >= $2::date::timestamp at time zone $4 and o.created_at < ($3::date + 1)::timestamp at time zone $4`,
  visit: `s.local_day between $2::date and $3::date and $4::text is not null`,
} as const;

/** Vouchers of valid and used tickets, newest order first unless `isAscending`. */
export const readUsedVouchers = (
  pipeline: Pipeline,
  seller: { readonly id: string; readonly timezone: string },
  { from, to, dated }: VoucherSpan,
  {
    after,
    isAscending,
    limit,
  }: { readonly after: VoucherCursor | undefined; readonly isAscending: boolean; readonly limit: number },
): Promise<UsedVoucherRow[]> => {
  const { direction, beyond } = wordsOfDirection(!isAscending);
  return statementWithFreshPlan(
    pipeline,
    `select t.id as ticket_id, o.order_number, o.created_at as sold_at, e.name as event, e.event_type,
       e.meta ->> 'names_start' = 'true' as names_start, e.timezone, y.name as type, s.start_datetime, s.end_datetime,
       coalesce(t.handler_data ->> 'citypass', t.voucher) as voucher, t.state
     from ticket t
     join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
     where t.seller_id = $1 and t.voucher is not null and t.state in ('booked', 'redeemed') and ${isOfDays[dated]}
       and ($5::bigint is null or (o.order_number, t.id) ${beyond} ($5, $6::uuid))
     order by o.order_number ${direction}, t.id ${direction} limit $7`,
    [seller.id, from, to, seller.timezone, after?.order_number ?? null, after?.ticket_id ?? null, limit],
  );
};
