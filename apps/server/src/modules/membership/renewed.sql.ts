import { guardStands, pause } from "../../db/faults.ts";
import { statementPlannedAnew, type Wire } from "../../db/statement.ts";

/** A membership whose next term may be bought. */
export type Renewed = {
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

const follows = `exists (select from membership n where n.seller_id = m.seller_id and n.renews_id = m.id and n.state = 'active')`;

const last = `
  with recursive chain as (
    select m.id, 1 as place from membership m where m.seller_id = $1 and m.id = $2 and m.state = 'active'
    union all
    select n.id, c.place + 1 from chain c
    join membership n on n.seller_id = $1 and n.renews_id = c.id and n.state = 'active')
  select id from chain order by place desc limit 1`;

const party = (lock: "for update" | "") => `
  select m.id from membership m where m.seller_id = $1 and m.state = 'active'
    and m.ticket_order_id = (select one.ticket_order_id from membership one where one.seller_id = $1 and one.id = $2)
  order by m.id ${lock}`;
const partyForUpdate = party("for update");
const partySeen = party("");

const renewable = `
  select m.id, m.ticket_type_id, m.party_role, m.holder_name, m.holder_email, m.identity_id, m.scan_code, m.member_number, m.valid_to
  from membership m where m.seller_id = $1 and m.id = any($2::uuid[]) and m.state = 'active' and not ${follows} order by m.id`;

/**
 * The last of the chain that a membership is in, and those who stand on it with them and were not renewed either: locked, so
 * that two renewals that are paid at once follow each other. Undefined where the membership was taken back meanwhile.
 */
export const lockRenewed = async (
  wire: Wire,
  seller_id: string,
  membership_id: string,
): Promise<{ readonly own: Renewed; readonly party: readonly Renewed[] } | undefined> => {
  for (;;) {
    const [tail] = await statementPlannedAnew<{ id: string }>(wire, last, [seller_id, membership_id]);
    if (!tail) return undefined;
    const locked = await statementPlannedAnew<{ id: string }>(
      wire,
      guardStands("renewal_lock") ? partyForUpdate : partySeen,
      [seller_id, tail.id],
    );
    // Behind the lock, in a statement of its own: whoever was first has written the next term by now.
    const free = await statementPlannedAnew<Renewed>(wire, renewable, [seller_id, locked.map(({ id }) => id)]);
    const own = free.find(({ id }) => id === tail.id);
    await pause("renewal_judged");
    if (own) return { own, party: free };
  }
};
