import { liveStates, type Invariant } from "./invariant.ts";

/** Invariants of what a cancellation by the venue ends. */
export const venueInvariants: readonly Invariant[] = [
  {
    id: "I49",
    description:
      "A gift card whose sale was cancelled by a change is closed, and empty unless its order was refunded otherwise.",
    query: `select a.seller_id, a.id from ledger_account a
      join ticket t on t.seller_id = a.seller_id and t.id = a.source_ticket_id and t.cancelled_by is not null
      where a.state = 'active' or a.balance <> 0 and not exists (
        select from payment p join refund r on r.seller_id = p.seller_id and r.payment_id = p.id
        where p.seller_id = t.seller_id and p.ticket_order_id = t.ticket_order_id and r.reason in ('requested', 'external'))
        and not exists (select from order_change g where g.seller_id = t.seller_id and g.ticket_order_id = t.ticket_order_id and g.kind = 'refund')`,
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
  {
    id: "I71",
    description:
      "A refund that was sent by other means has failed, and became either another refund or a gift card of its amount, or was repaid.",
    query: `select r.seller_id, r.id from refund r
      where (r.replaced_by is not null or r.gift_card_account_id is not null or r.repaid_elsewhere is not null)
        and (r.state <> 'failed' or num_nonnulls(r.replaced_by, r.gift_card_account_id, r.repaid_elsewhere) <> 1
          or r.replaced_by is not null and not exists (select from refund n
            where n.seller_id = r.seller_id and n.id = r.replaced_by and n.payment_id = r.payment_id and n.amount = r.amount)
          or r.gift_card_account_id is not null and not exists (select from ledger_entry e
            where e.seller_id = r.seller_id and e.account_id = r.gift_card_account_id and e.kind = 'issue' and e.amount = r.amount))`,
  },
];
