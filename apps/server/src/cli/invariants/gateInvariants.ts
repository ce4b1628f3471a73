import type { Invariant } from "./invariant.ts";

const counting = "n.counts in ('entry', 'reentry')";

/** Invariants of scans at the gate. */
export const gateInvariants: readonly Invariant[] = [
  {
    id: "I60",
    description: "A ticket is redeemed exactly when a scan of it counts as an entry; a cancelled one stays cancelled.",
    query: `select t.seller_id, t.id from ticket t
      where t.state = 'redeemed' and not exists (
        select from scan n where n.seller_id = t.seller_id and n.ticket_id = t.id and ${counting})
      union all
      select n.seller_id, n.ticket_id from scan n join ticket t on t.seller_id = n.seller_id and t.id = n.ticket_id
      where ${counting} and t.state not in ('redeemed', 'cancelled')`,
  },
  {
    id: "I61",
    description:
      "An entry that counts let somebody in and was not undone; an undo names a scan of the same ticket or card.",
    query: `select n.seller_id, n.id from scan n where ${counting} and (not n.let_in and n.people = 1 and n.ticket_id is not null or exists (
        select from scan u where u.seller_id = n.seller_id and u.direction = 'undo' and u.undoes = n.id))
      union all
      select u.seller_id, u.id from scan u left join scan n on n.seller_id = u.seller_id and n.id = u.undoes
      where u.undoes is not null and (u.direction <> 'undo' or n.id is null or n.direction = 'undo'
        or n.ticket_id is distinct from u.ticket_id or n.membership_id is distinct from u.membership_id)`,
  },
];
