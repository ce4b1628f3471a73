import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type DisputeRow = {
  readonly provider_ref: string;
  readonly amount: number;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly due_by: string | null;
};

/** The open and closed disputes of a payment. */
export const readDisputes = (pipeline: Pipeline, seller_id: string, payment_id: string): Promise<DisputeRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select a.provider_ref, a.amount, a.occurred_on as opened_at, d.due_by,
       (select min(b.occurred_on) from payment_audit b where b.seller_id = $1 and b.payment_id = $2
         and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed') as closed_at
     from payment_audit a
     left join dispute_deadline d on d.seller_id = $1 and d.payment_id = $2 and d.provider_ref = a.provider_ref
     where a.seller_id = $1 and a.payment_id = $2 and a.audit_action = 'dispute_opened' order by a.occurred_on limit 20`,
    [seller_id, payment_id],
  );

export type EvidencePurchaser = { readonly name: string; readonly email: string | null };

export const readEvidencePurchaser = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<EvidencePurchaser | undefined> => {
  const [row] = await statementWithFreshPlan<EvidencePurchaser>(
    pipeline,
    `select concat_ws(' ', i.first_name, i.last_name) as name, i.email
     from ticket_order o join identity i on i.seller_id = $1 and i.id = o.identity_id where o.seller_id = $1 and o.id = $2`,
    [seller_id, order_id],
  );
  return row;
};

/** When people entered with tickets of an order. */
export const readEntries = (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<{ at: string; ticket: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select x.at, y.name || ', ' || e.name as ticket
     from ticket t
     join scan x on x.seller_id = $1 and x.ticket_id = t.id and x.counts = 'entry'
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     where t.seller_id = $1 and t.ticket_order_id = $2 order by x.at, x.id limit 200`,
    [seller_id, order_id],
  );
