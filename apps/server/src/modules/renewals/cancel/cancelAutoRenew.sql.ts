import { statementWithFreshPlan } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type SellerDb = Pick<RequestContext, "db" | "seller">;

export type CancellableRenewal = {
  readonly membership_id: string;
  readonly ticket_order_id: string;
  readonly state: "scheduled" | "cancelled" | "renewed" | "failed";
};

const isOwned = (
  m: "m" | "n",
) => `(exists (select from ticket_order o where o.seller_id = ${m}.seller_id and o.id = ${m}.ticket_order_id and o.owner_identity_id = $3)
  or exists (select from membership h where h.seller_id = ${m}.seller_id and h.ticket_order_id = ${m}.ticket_order_id and h.identity_id = $3 and h.state = 'active')
  or exists (select from auto_renewal p where p.seller_id = ${m}.seller_id and p.membership_id = ${m}.id and p.identity_id = $3))`;

const renewalChainQuery = (condition: string) => `
  with recursive chain as (
    select m.id, m.ticket_order_id, 1 as place from membership m
    where m.seller_id = $1 and m.ticket_order_id = $2 and $3::uuid is not distinct from $3::uuid and ${condition}
    union all
    select n.id, n.ticket_order_id, c.place + 1 from chain c
    join auto_renewal a on a.seller_id = $1 and a.membership_id = c.id and a.state = 'renewed'
    join membership n on n.seller_id = $1 and n.id = a.renewed_by_id
    join auto_renewal b on b.seller_id = $1 and b.membership_id = n.id and (b.identity_id = a.identity_id or ${isOwned("n")}))
  select c.id as membership_id, c.ticket_order_id, coalesce(a.state, 'failed') as state, a.membership_id is not null as known
  from chain c left join auto_renewal a on a.seller_id = $1 and a.membership_id = c.id
  order by c.place desc`;
const chainOfOwner = renewalChainQuery(isOwned("m"));
const chainOfAnyone = renewalChainQuery("true");

/**
 * The renewals of an order, the youngest term first: of one that has renewed itself since, those that follow, so that the link
 * of an old letter still ends what goes on; what somebody else pays for since is theirs. Empty: the order is not there, or not theirs (T85).
 */
export const renewalsOfOrder = (
  { db, seller }: SellerDb,
  ticket_order_id: string,
  /** Undefined: whoever has the order's link. */
  identity_id: string | undefined,
): Promise<CancellableRenewal[]> =>
  statementWithFreshPlan(
    db,
    identity_id === undefined ? chainOfAnyone : chainOfOwner,
    [seller.id, ticket_order_id, identity_id ?? null],
  );
