import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** How much of a ticket's membership, gift card or gift was used. Amounts in minor units. */
export type TicketUseRow =
  | { readonly ticket_id: string; readonly kind: "membership"; readonly visits: number; readonly tickets: number }
  | {
      readonly ticket_id: string;
      readonly kind: "gift_card";
      readonly issued: number;
      readonly left: number;
      readonly is_closed: boolean;
    }
  | { readonly ticket_id: string; readonly kind: "gift"; readonly is_redeemed: boolean };

/** An order has at most 1,000 tickets, so this reads no more. */
export const readTicketUse = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<readonly TicketUseRow[]> => {
  const rows = await Promise.all([
    statementWithFreshPlan<TicketUseRow>(
      pipeline,
      `select m.ticket_id, 'membership' as kind,
         (select count(*) from scan x where x.seller_id = $1 and x.membership_id = m.id and x.counts in ('entry', 'reentry'))::int as visits,
         (select count(*) from allowance_use u where u.seller_id = $1 and u.membership_id = m.id)::int as tickets
       from membership m where m.seller_id = $1 and m.ticket_order_id = $2 and m.ticket_id is not null limit 1000`,
      [seller_id, order_id],
    ),
    statementWithFreshPlan<TicketUseRow>(
      pipeline,
      `select t.id as ticket_id, 'gift_card' as kind, coalesce(e.amount, 0)::bigint as issued, a.balance as left, a.state = 'inactive' as is_closed
       from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id
       left join ledger_entry e on e.seller_id = $1 and e.account_id = a.id and e.kind = 'issue'
       where t.seller_id = $1 and t.ticket_order_id = $2 limit 1000`,
      [seller_id, order_id],
    ),
    statementWithFreshPlan<TicketUseRow>(
      pipeline,
      `select t.id as ticket_id, 'gift' as kind, k.used > 0 as is_redeemed
       from membership_gift x join code k on k.seller_id = $1 and k.id = x.code_id
       join ticket t on t.seller_id = $1 and t.ticket_order_id = x.ticket_order_id and t.ticket_group_id = x.ticket_group_id
       where x.seller_id = $1 and x.ticket_order_id = $2 limit 1000`,
      [seller_id, order_id],
    ),
  ]);
  return rows.flat();
};
