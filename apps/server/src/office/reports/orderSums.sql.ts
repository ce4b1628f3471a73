import type { MovedSum } from "@foyer/rules/reports/reportFigures.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { gatewaysOfEntry, sellingStaff } from "../desk/list/orderOfEntry.sql.ts";
import { isWithin, momentsWithin, type ReportedSpan } from "./periodKey.ts";

/** What the daily sums do not contain: how an order was paid, who made it, and through which channel its money came. */
export type OrderKey = "means" | "staff" | "channel";

const ofOrder = `
  left join ticket_order o on o.seller_id = $1 and o.id = e.ticket_order_id
  left join counter_sale s on s.seller_id = $1 and s.ticket_order_id = e.ticket_order_id
  left join comp_order g on g.seller_id = $1 and g.ticket_order_id = e.ticket_order_id
  left join cart k on k.seller_id = $1 and k.id = o.cart_id`;

/** Money belongs to the channel of the cart that it paid for, which is known before there is an order. */
const ofPayment = `
  left join payment p on p.seller_id = $1 and p.id = l.subject
  left join cart k on k.seller_id = $1 and k.id = p.cart_id`;

const keys = {
  means: { key: gatewaysOfEntry, from: "" },
  staff: { key: `${sellingStaff}::text`, from: ofOrder },
  channel: { key: "k.channel_id", from: ofPayment },
} as const satisfies Readonly<Record<OrderKey, { readonly key: string; readonly from: string }>>;

/** The sums of journal entries in a span, grouped by a property of their orders. */
export const readOrderSums = (
  pipeline: Pipeline,
  seller_id: string,
  { currency, ...span }: Omit<ReportedSpan, "by">,
  by: OrderKey,
): Promise<(MovedSum & { readonly key: string })[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, n.cause, n.debit, n.credit, '' as tax, sum(n.amount)::bigint as amount, sum(n.tickets)::int as tickets
     from (
       select coalesce(${keys[by].key}, '') as key, e.cause, l.debit, l.credit, l.amount, coalesce(l.tickets, 0) as tickets
       from journal_entry e
       cross join lateral unnest(e.debit, e.credit, e.amount, e.subject, e.tickets) as l (debit, credit, amount, subject, tickets)
       ${keys[by].from}
       where e.seller_id = $1 and e.local_day between $2::date and $3::date and e.currency = $4 and ${isWithin("$5", "$6")}) n
     group by n.key, n.cause, n.debit, n.credit having sum(n.amount) <> 0 or sum(n.tickets) <> 0`,
    [seller_id, span.from, span.to, currency, ...momentsWithin(span)],
  );
