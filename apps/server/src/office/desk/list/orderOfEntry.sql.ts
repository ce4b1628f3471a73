import { sql, type RawBuilder } from "kysely";

/** A part of a statement, with the seller's parameter in place of `$1`. */
export const withSeller = (text: string, seller_id: string): RawBuilder<unknown> =>
  sql.join(
    text.split("$1").map((part) => sql.raw(part)),
    sql`${seller_id}::uuid`,
  );

/**
 * The gateways by which the order of an entry `e` was paid until then, by name, so that later payments do not change
 * earlier entries. A combination of several is one text, so that nothing counts twice.
 */
export const gatewaysOfEntry = `(select coalesce(string_agg(distinct p.gateway_id, ',' order by p.gateway_id), '')
  from payment p where p.seller_id = $1 and p.ticket_order_id = e.ticket_order_id and p.state in ('captured', 'refunded')
    and coalesce((select min(a.occurred_on) from payment_audit a
      where a.seller_id = $1 and a.payment_id = p.id and a.audit_action = 'capture'), p.created_at) <= e.at)`;

/** Who sold an order at the counter `s`, gave it away `g`, or sent the link to pay its cart `k`. */
export const sellingStaff = "coalesce(s.staff_id, g.staff_id, k.counter_staff_id)";
