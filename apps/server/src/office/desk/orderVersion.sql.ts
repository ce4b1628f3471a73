import { statement, type Pipeline } from "../../db/statements/statement.ts";
import { changedFields } from "../../modules/audit/staleVersion.ts";

export type OrderVersion = {
  /** Covers the tickets, their names and codes, the money and the purchaser. */
  readonly version: string;
  /** Covers notes, e-mails and tickets that wait to be paid. */
  readonly activity: string;
};

/** Hashes that differ as soon as anything differs that a change of an order depends on. */
export const orderVersion = async (pipeline: Pipeline, seller_id: string, order_id: string): Promise<OrderVersion> => {
  const [row] = await statement<OrderVersion>(
    pipeline,
    `select md5(concat_ws('|',
       (select string_agg(concat_ws(',', t.id, t.state, t.code_number, t.sending_id, t.admit_name, t.admit_email), ';' order by t.id)
        from ticket t where t.seller_id = $1 and t.ticket_order_id = $2),
       (select string_agg(concat_ws(',', p.id, p.state, p.refunded, p.refunding), ';' order by p.id)
        from payment p where p.seller_id = $1 and p.ticket_order_id = $2),
       (select count(*) from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
        where p.seller_id = $1 and p.ticket_order_id = $2 and (r.gift_card_account_id is not null or r.repaid_elsewhere is not null)),
       (select count(*) from order_change c where c.seller_id = $1 and c.ticket_order_id = $2),
       (select concat_ws(',', i.first_name, i.last_name, i.email, i.phone)
        from ticket_order o join identity i on i.seller_id = $1 and i.id = o.identity_id where o.seller_id = $1 and o.id = $2))) as version,
     md5(concat_ws('|',
       (select concat_ws(',', c.id, c.leased_until > app_now()) from cart c
        where c.seller_id = $1 and c.changes_order_id = $2 and c.state = 'pending' and c.change_offer is not null),
       (select string_agg(concat_ws(',', n.id, n.is_pinned), ';' order by n.id) from order_note n where n.seller_id = $1 and n.ticket_order_id = $2),
       (select string_agg(concat_ws(',', e.id, e.state), ';' order by e.id) from outbox e
        where e.seller_id = $1 and e.kind = any(array['order_confirmation', 'order_changed', 'order_cancelled', 'change_offered', 'bulk_message']) and e.ref_id = $2))) as activity`,
    [seller_id, order_id],
  );
  return row ?? { version: "", activity: "" };
};

export type LastChange = {
  readonly changed_at: string;
  /** The name of a staff member; null for the buyer and for automatic changes. */
  readonly changed_by: string | null;
  /** An action of the audit log, or a kind of change. */
  readonly change: string;
  /** The fields that have another value than before, such as those of the purchaser. */
  readonly changed_fields: readonly string[];
};

/** Who changed an order last, when and how. */
export const lastChangeOf = async (
  pipeline: Pipeline,
  seller_id: string,
  order: { readonly id: string; readonly order_number: number },
): Promise<LastChange | undefined> => {
  const [row] = await statement<LastChange>(
    pipeline,
    `select changed_at, changed_by, change, changed_fields from (
       select e.at as changed_at, s.name as changed_by, e.action as change, ${changedFields} as changed_fields
       from audit_entry e left join audit_personal p on p.seller_id = $1 and p.audit_entry_id = e.id
       left join staff s on s.id = e.staff_id
       where e.seller_id = $1 and e.entity_kind = 'order' and e.entity_id = $3::text
         and e.action <> all(array['order.note_added', 'order.note_pinned', 'order.resent', 'order.printed'])
       union all
       select c.created_at, c.made_by, c.kind, '{}'::text[] from order_change c where c.seller_id = $1 and c.ticket_order_id = $2
       union all
       select r.created_at, null, 'refund', '{}'::text[] from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
       where p.seller_id = $1 and p.ticket_order_id = $2 and r.reason = 'external') every
     order by changed_at desc, changed_by nulls last limit 1`,
    [seller_id, order.id, String(order.order_number)],
  );
  return row;
};
