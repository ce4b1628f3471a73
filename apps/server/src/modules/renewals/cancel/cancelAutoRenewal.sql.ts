import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../../checkout/context.ts";

export type CancellableRenewal = {
  readonly membership_id: string;
  readonly ticket_order_id: string;
  readonly state: "scheduled" | "cancelled" | "renewed" | "failed";
};

const isOwned = (
  m: "m" | "n",
) => `(exists (select from ticket_order o where o.seller_id = $1 and o.id = ${m}.ticket_order_id and o.owner_identity_id = $3)
  or exists (select from membership h where h.seller_id = $1 and h.ticket_order_id = ${m}.ticket_order_id and h.identity_id = $3 and h.state = 'active')
  or exists (select from auto_renewal p where p.seller_id = $1 and p.membership_id = ${m}.id and p.identity_id = $3))`;

const renewalChainQuery = (condition: string) => `
  with recursive chain as (
    select m.id, m.ticket_order_id, 1 as term from membership m
    where m.seller_id = $1 and m.ticket_order_id = $2 and $3::uuid is not distinct from $3::uuid and ${condition}
    union all
    select n.id, n.ticket_order_id, c.term + 1 from chain c
    join auto_renewal a on a.seller_id = $1 and a.membership_id = c.id and a.state = 'renewed'
    join membership n on n.seller_id = $1 and n.id = a.renewed_by_id
    join auto_renewal b on b.seller_id = $1 and b.membership_id = n.id and (b.identity_id = a.identity_id or ${isOwned("n")}))
  select c.id as membership_id, c.ticket_order_id, coalesce(a.state, 'failed') as state, a.membership_id is not null as known
  from chain c left join auto_renewal a on a.seller_id = $1 and a.membership_id = c.id
  order by c.term desc`;
const chainOfOwner = renewalChainQuery(isOwned("m"));
const chainOfAnyone = renewalChainQuery("true");

/**
 * The renewals of an order and of the terms that followed it, latest first, so that the link in an old e-mail still
 * cancels the current term. A term that somebody else pays for is not included. Empty if there is no such order, or it is
 * not the visitor's.
 */
export const renewalsOfOrder = (
  { db, seller }: SellerDb,
  ticket_order_id: string,
  /** Undefined for a visitor with the order's link. */
  identity_id: string | undefined,
): Promise<CancellableRenewal[]> =>
  statementWithFreshPlan(db, identity_id === undefined ? chainOfAnyone : chainOfOwner, [
    seller.id,
    ticket_order_id,
    identity_id ?? null,
  ]);
