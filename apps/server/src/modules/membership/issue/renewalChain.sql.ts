import { guardStands, pause } from "../../../db/faultPoints.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statement.ts";

/** A membership whose next term may be bought. */
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

const isFollowed = `exists (select from membership n where n.seller_id = m.seller_id and n.renews_id = m.id and n.state = 'active')`;

const selectLastOfChain = `
  with recursive chain as (
    select m.id, 1 as place from membership m where m.seller_id = $1 and m.id = $2 and m.state = 'active'
    union all
    select n.id, c.place + 1 from chain c
    join membership n on n.seller_id = $1 and n.renews_id = c.id and n.state = 'active')
  select id from chain order by place desc limit 1`;

const selectParty = (lock: "for update" | "") => `
  select m.id from membership m where m.seller_id = $1 and m.state = 'active'
    and m.ticket_order_id = (select one.ticket_order_id from membership one where one.seller_id = $1 and one.id = $2)
  order by m.id ${lock}`;
const selectPartyForUpdate = selectParty("for update");
const selectPartyUnlocked = selectParty("");

const selectRenewable = `
  select m.id, m.ticket_type_id, m.party_role, m.holder_name, m.holder_email, m.identity_id, m.scan_code, m.member_number, m.valid_to
  from membership m where m.seller_id = $1 and m.id = any($2::uuid[]) and m.state = 'active' and not ${isFollowed} order by m.id`;

/**
 * The last of the chain that a membership is in, and those who stand on it with them and were not renewed either: locked, so
 * that two renewals that are paid at once follow each other. Undefined where the membership was taken back meanwhile.
 */
export const lockRenewalChain = async (
  db: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<{ readonly own: RenewableMembership; readonly party: readonly RenewableMembership[] } | undefined> => {
  for (;;) {
    const [last] = await statementWithFreshPlan<{ id: string }>(db, selectLastOfChain, [seller_id, membership_id]);
    if (!last) return undefined;
    const locked = await statementWithFreshPlan<{ id: string }>(
      db,
      guardStands("renewal_lock") ? selectPartyForUpdate : selectPartyUnlocked,
      [seller_id, last.id],
    );
    // Behind the lock, in a statement of its own: whoever was first has written the next term by now.
    const renewable = await statementWithFreshPlan<RenewableMembership>(db, selectRenewable, [
      seller_id,
      locked.map(({ id }) => id),
    ]);
    const own = renewable.find(({ id }) => id === last.id);
    await pause("renewal_checked");
    if (own) return { own, party: renewable };
  }
};
