import { liveStates, type Invariant } from "./invariant.ts";

/** Invariants of what ends when the venue cancels. */
export const venueInvariants: readonly Invariant[] = [
  {
    id: "I49",
    description: "A gift card whose sale was cancelled by a change is closed and empty.",
    query: `select a.seller_id, a.id from ledger_account a
      join ticket t on t.seller_id = a.seller_id and t.id = a.source_ticket_id and t.cancelled_by is not null
      where a.state = 'active' or a.balance <> 0`,
  },
  {
    id: "I50",
    description: "A membership whose ticket was cancelled by a change has ended, and is not renewed automatically.",
    query: `select m.seller_id, m.id from membership m
      join ticket t on t.seller_id = m.seller_id and t.id = m.ticket_id and t.cancelled_by is not null
      where m.state = 'active' or exists (
        select from auto_renewal a where a.seller_id = m.seller_id and a.membership_id = m.id and a.state = 'scheduled')`,
  },
  {
    id: "I51",
    description:
      "A cart whose payment plan the venue has ended holds nothing and has no order, and nothing is being paid for it.",
    query: `select c.seller_id, c.id from cart c where c.ended_by is not null and (c.state <> 'expired'
        or exists (select from ticket t where t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ${liveStates})
        or exists (select from payment p where p.seller_id = c.seller_id and p.cart_id = c.id and p.state in ('created', 'processing', 'authorized')))`,
  },
];
