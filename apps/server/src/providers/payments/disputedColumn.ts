/** The disputed amount of a payment `p` of the seller `$1`, without disputes that were won. */
export const disputedColumn = `coalesce((
         select sum(a.amount) from payment_audit a where a.seller_id = $1 and a.payment_id = p.id and a.audit_action = 'dispute_opened'
           and not exists (select from payment_audit b where b.seller_id = $1 and b.payment_id = a.payment_id
             and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed' and b.amount = 0)), 0)`;
