import { pause } from "../../../db/faultPoints.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A membership without a next term. */
export type RenewableMembership = {
  readonly id: string;
  readonly ticket_type_id: string;
  readonly party_role: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly identity_id: string | null;
  readonly scan_code: string;
  readonly member_number: string;
  readonly valid_to: string | null;
};

const isFollowed = `exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active')`;

const selectLastOfChain = `
  with recursive chain as (
    select m.id, 1 as term_index from membership m where m.seller_id = $1 and m.id = $2 and m.state = 'active'
    union all
    select n.id, c.term_index + 1 from chain c
    join membership n on n.seller_id = $1 and n.renews_id = c.id and n.state = 'active')
  select id from chain order by term_index desc limit 1`;

const selectPartyForUpdate = `
  select m.id from membership m where m.seller_id = $1 and m.state = 'active'
    and m.ticket_order_id = (select one.ticket_order_id from membership one where one.seller_id = $1 and one.id = $2)
  order by m.id for update`;

const selectRenewable = `
  select m.id, m.ticket_type_id, m.party_role, m.holder_name, m.holder_email, m.identity_id, m.scan_code, m.member_number, m.valid_to
  from membership m where m.seller_id = $1 and m.id = any($2::uuid[]) and m.state = 'active' and not ${isFollowed} order by m.id`;

/** `own`: the last term of a membership. `party`: this term and those of the same order that are not renewed yet. */
export type RenewalChain = { readonly own: RenewableMembership; readonly party: readonly RenewableMembership[] };

/**
 * Locks the last term of a membership, so that renewals paid at the same time follow one another. Undefined if the
 * membership was cancelled.
 */
export const lockRenewalChain = async (
  db: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<RenewalChain | undefined> => {
  for (;;) {
    const [last] = await statementWithFreshPlan<{ id: string }>(db, selectLastOfChain, [seller_id, membership_id]);
    if (!last) return undefined;
    const locked = await statementWithFreshPlan<{ id: string }>(db, selectPartyForUpdate, [seller_id, last.id]);
    // A separate statement after the lock, so that it sees a term that a concurrent renewal has just inserted.
    const renewable = await statementWithFreshPlan<RenewableMembership>(db, selectRenewable, [
      seller_id,
      locked.map(({ id }) => id),
    ]);
    const own = renewable.find(({ id }) => id === last.id);
    await pause("renewal_checked");
    if (own) return { own, party: renewable };
  }
};
