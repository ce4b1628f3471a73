import { isGiftCard, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../db/handlerList.ts";
import { liveStates, type Invariant } from "./invariant.ts";

/** Whether a use `u` does not belong to a ticket that an open change gives up for another one. */
const isKept = `not exists (select from cart c where c.seller_id = u.seller_id and c.changes_order_id is not null and c.state = 'pending'
        and u.ticket_id = any(c.gives_up))`;

/** Invariants of orders, their tickets and memberships. */
export const orderInvariants: readonly Invariant[] = [
  {
    id: "I08",
    description: "A booked ticket belongs to an order.",
    query: `select t.seller_id, t.id from ticket t left join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
      where t.state in ('booked', 'redeemed') and o.id is null`,
  },
  {
    id: "I09",
    description: "A cart has at most one order, and is completed exactly when it has one or has changed one.",
    query: `select seller_id, cart_id as id from ticket_order group by seller_id, cart_id having count(*) > 1
      union all
      select c.seller_id, c.id from cart c left join ticket_order o on o.seller_id = c.seller_id and o.cart_id = c.id
      where (c.state = 'completed') <> (o.id is not null or exists (
        select from order_change w where w.seller_id = c.seller_id and w.cart_id = c.id and w.ticket_order_id = c.changes_order_id))`,
  },
  {
    id: "I77",
    description:
      "The numbers of a seller's orders, which are those of their receipts and invoices, have no gaps, and the last one is the newest order's.",
    query: `select c.seller_id, c.last_number::text as id from order_counter c
      left join ticket_order o on o.seller_id = c.seller_id and o.order_number between c.gapless_from and c.last_number
      group by c.seller_id, c.last_number, c.gapless_from
      having count(distinct o.order_number) <> c.last_number - c.gapless_from + 1`,
  },
  {
    id: "I10",
    description: "An order number is unique.",
    query: `select seller_id, min(id::text) as id from ticket_order group by seller_id, order_number having count(*) > 1`,
  },
  {
    id: "I14",
    description: "An order's total is the sum of the tickets that were bought with it and their fees.",
    query: `select o.seller_id, o.id from ticket_order o where o.total <> coalesce((
      select sum(t.adjusted_value + t.fee_fixed + t.fee_percent) from ticket t
      where t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.added_by is null and t.state in ('booked', 'redeemed', 'cancelled')), 0)`,
  },
  {
    id: "I20",
    description: "A sold gift card is issued once, at its face value, and is inactive when its sale was cancelled.",
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where g.handler in ${handlerList(isGiftCard)} and t.state in ('booked', 'redeemed') and (
        select count(*) from ledger_account a
        join ledger_entry e on e.seller_id = a.seller_id and e.account_id = a.id and e.kind = 'issue' and e.amount = t.face_value
        where a.seller_id = t.seller_id and a.source_ticket_id = t.id) <> 1
      union all
      select a.seller_id, a.id from ledger_account a join ticket t on t.seller_id = a.seller_id and t.id = a.source_ticket_id
      where t.state not in ('booked', 'redeemed') and a.state = 'active'`,
  },
  {
    id: "I25",
    description: "A ticket's price is one that the seller has set.",
    query: `select t.seller_id, t.id from ticket t
      where t.adjusted_value > t.face_value or t.adjusted_value < 0 or not exists (
        select from price_log p where p.seller_id = t.seller_id and p.ticket_type_id = t.ticket_type_id
        and (p.amount_min is null and p.amount = t.face_value or t.face_value between p.amount_min and p.amount_max))`,
  },
  {
    id: "I28",
    description: "A booked ticket has a unique scan code.",
    query: `select seller_id, min(id::text) as id from ticket where state in ('booked', 'redeemed') group by seller_id, scan_code having count(*) > 1 or scan_code is null`,
  },
  {
    id: "I29",
    description:
      "A paid membership ticket has one membership, or as a gift one code and no membership. A cancelled ticket has no active membership, no membership is renewed twice, and a member number belongs to one person.",
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler in ${handlerList(isMembership)}
      where (select count(*) from membership m where m.seller_id = t.seller_id and m.ticket_id = t.id
          and (m.state = 'active' or t.state in ('booked', 'redeemed')) and m.ticket_order_id = t.ticket_order_id)
        <> case when t.state in ('booked', 'redeemed') and coalesce(t.handler_data ->> 'gift', 'false') <> 'true' then 1 else 0 end
      union all
      select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler in ${handlerList(isMembership)}
      where t.state in ('booked', 'redeemed') and t.handler_data ->> 'gift' = 'true' and (
        select count(*) from membership_gift x join code k on k.seller_id = x.seller_id and k.id = x.code_id and k.is_gift and k.max_uses = 1
        where x.seller_id = t.seller_id and x.ticket_order_id = t.ticket_order_id and x.ticket_group_id = t.ticket_group_id) <> 1
      union all
      select m.seller_id, m.id from membership m join membership n on n.seller_id = m.seller_id and n.renews_id = m.id and n.state = 'active'
      where m.state = 'active' group by m.seller_id, m.id, m.valid_to having count(*) > 1 or min(n.valid_from) < m.valid_to
      union all
      select m.seller_id, m.id from membership m join membership n on n.seller_id = m.seller_id and n.member_number = m.member_number
        and n.state = 'active' and n.identity_id is distinct from m.identity_id
      where m.state = 'active'`,
  },
  {
    id: "I30",
    description:
      "No membership is used beyond its allowance per visit or its limit per event and term, and every use has a live ticket.",
    query: `select m.seller_id, m.id from allowance_use u join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
      where ${isKept}
      group by m.seller_id, m.id, u.event_template_id, u.local_day, u.allowance
      having coalesce((m.benefits ->> u.allowance)::int, 0) >= 0 and count(*) > coalesce((m.benefits ->> u.allowance)::int, 0)
      union all
      select m.seller_id, m.id from allowance_use u join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
      where m.purchase_limit >= 0 and ${isKept} group by m.seller_id, m.id, u.event_template_id having count(*) > m.purchase_limit
      union all
      select u.seller_id, u.membership_id as id from allowance_use u join ticket t on t.seller_id = u.seller_id and t.id = u.ticket_id
      where t.state not in ${liveStates} or t.event_template_id <> u.event_template_id`,
  },
  {
    id: "I32",
    description:
      "An order has one confirmation in the outbox, unless its buyer asked for no e-mail or a free order's was held back.",
    query: `select o.seller_id, o.id from ticket_order o join identity i on i.seller_id = o.seller_id and i.id = o.identity_id
      where i.email is not null and i.meta -> 'send_email' is distinct from 'false' and (
        select count(*) from outbox m where m.seller_id = o.seller_id and m.kind = 'order_confirmation' and m.ref_id = o.id and m.occasion = '')
          <> case when o.confirmation_held and o.total = 0 then 0 else 1 end`,
  },
  {
    id: "I47",
    description:
      "A change of an order adds up: its tickets were worth its value, its new tickets cost what it added and its payments what it says, its refunds are what it gives back, and its gift card was issued with its amount.",
    query: `select c.seller_id, c.id from order_change c
      where c.value <> coalesce((select sum(t.adjusted_value + t.fee_fixed + t.fee_percent) from ticket t
          where t.seller_id = c.seller_id and t.ticket_order_id = c.ticket_order_id and t.cancelled_by = c.id), 0)
        or c.added <> coalesce((select sum(t.adjusted_value + t.fee_fixed + t.fee_percent) from ticket t
          where t.seller_id = c.seller_id and t.ticket_order_id = c.ticket_order_id and t.added_by = c.id), 0)
        or c.paid <> coalesce((select sum(p.amount - coalesce((select sum(r.amount) from refund r
            where r.seller_id = p.seller_id and r.payment_id = p.id and r.state <> 'failed' and r.created_at < c.created_at), 0)) from payment p
          where p.seller_id = c.seller_id and p.cart_id = c.cart_id and p.ticket_order_id = c.ticket_order_id and p.state in ('captured', 'refunded')), 0)
        or c.refund <> coalesce((select sum(r.amount) from refund r where r.seller_id = c.seller_id and r.order_change_id = c.id and r.replaced_by is null), 0)
        or c.gift_card <> coalesce((select sum(e.amount) from ledger_entry e
          where e.seller_id = c.seller_id and e.account_id = c.gift_card_account_id and e.kind = 'issue'), 0)
        or (select count(*) from ticket t where t.seller_id = c.seller_id and t.ticket_order_id = c.ticket_order_id and t.cancelled_by = c.id)
          <> case when c.kind in ('cancel', 'change') then c.tickets else 0 end`,
  },
  {
    id: "I57",
    description: "A wallet pass whose ticket was cancelled or got another code is marked as changed.",
    query: `select p.seller_id, p.id from wallet_pass p
      join ticket t on t.seller_id = p.seller_id and t.id = p.ticket_id
      left join membership m on m.seller_id = t.seller_id and m.ticket_id = t.id and m.state = 'active'
      where p.version = 0 and (t.state not in ('booked', 'redeemed')
        or p.code_hash <> sha256(convert_to(coalesce(m.scan_code, t.scan_code), 'UTF8')))`,
  },
];
