import type { TaxedTicket } from "@foyer/rules/checkout/taxLines.ts";
import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Valid tickets of an order with the same tax, and what was paid for them in minor units. */
export type TaxedTickets = TaxedTicket & { readonly order_id: string; readonly gross: number };

export const readTaxedTickets = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<TaxedTickets[]> =>
  statement(
    pipeline,
    `select t.ticket_order_id as order_id, t.ticket_group_id, g.handler, e.category as event_category, t.tax,
       sum(t.adjusted_value + t.fee_fixed + t.fee_percent)::bigint as gross
     from ticket t
     cross join lateral (select handler, event_template_id from ticket_group where seller_id = $1 and id = t.ticket_group_id ${optimizationFence}) g
     cross join lateral (select category from event_template where seller_id = $1 and id = g.event_template_id ${optimizationFence}) e
     where t.seller_id = $1 and t.ticket_order_id = any($2::uuid[]) and t.state in ('booked', 'redeemed')
     group by 1, 2, 3, 4, 5`,
    [seller_id, order_ids],
  );

/** The fees that the seller has kept for given-up tickets, by order, in minor units. */
export const readKeptFees = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<{ readonly order_id: string; readonly fees: number }[]> =>
  statement(
    pipeline,
    `select ticket_order_id as order_id, sum(fee)::bigint as fees from order_change
     where seller_id = $1 and ticket_order_id = any($2::uuid[]) group by 1`,
    [seller_id, order_ids],
  );
