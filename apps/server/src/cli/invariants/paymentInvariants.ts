import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import type { Invariant } from "./invariant.ts";

/** Invariants of payments, refunds and gift cards. */
export const paymentInvariants: readonly Invariant[] = [
  {
    id: "I11",
    description:
      "A captured payment has the order of its cart or the one that its cart has changed, or a cart that is kept until it has one or until the last instalment is paid; otherwise it is refunded. A failed refund is left to a person, and so is what its payer disputes.",
    query: `select p.seller_id, p.id from payment p
      join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
      left join ticket_order o on o.seller_id = p.seller_id and o.id = p.ticket_order_id
      where p.state = 'captured' and p.refunded + p.refunding < p.amount and (o.cart_id <> p.cart_id and not exists (
          select from order_change w where w.seller_id = o.seller_id and w.ticket_order_id = o.id and w.cart_id = p.cart_id)
        or o.id is null and (c.state <> 'pending' or coalesce(c.leased_until, '-infinity') < app_now())
          and not exists (select from refund r where r.seller_id = p.seller_id and r.payment_id = p.id and r.state = 'failed')
          and not exists (select from payment_audit a where a.seller_id = p.seller_id and a.payment_id = p.id and a.audit_action = 'dispute_opened'))`,
  },
  {
    id: "I12",
    description: "A provider's reference belongs to one payment.",
    query: `select seller_id, min(id::text) as id from payment where provider_ref is not null group by seller_id, gateway_id, provider_ref having count(*) > 1`,
  },
  {
    id: "I13",
    description:
      "The payments that an order was bought with, without later refunds (a change of a plan gives back and makes the order at once), add up to its total. The schedule of a cart that is paid in instalments adds up to its price, and less than the price is paid.",
    query: `with parts as (
        select c.seller_id, c.id, c.state, c.part_paid,
          (select coalesce(sum(s.amount), 0) from scheduled_payment s where s.seller_id = c.seller_id and s.cart_id = c.id) as scheduled,
          (select coalesce(sum(t.adjusted_value + t.fee_fixed + t.fee_percent), 0) from ticket t
            where t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')) as price,
          (select coalesce(sum(p.amount - p.refunded), 0) from payment p
            where p.seller_id = c.seller_id and p.cart_id = c.id and p.state = 'captured' and p.cart_version < c.version) as paid
        from cart c where c.part_paid or exists (select from scheduled_payment s where s.seller_id = c.seller_id and s.cart_id = c.id))
      select seller_id, id from parts where not part_paid
        or state = 'pending' and (scheduled <> price or paid >= price)
      union all
      select o.seller_id, o.id from ticket_order o where o.total <> coalesce((
      select sum(p.amount - coalesce((select sum(r.amount) from refund r
        where r.seller_id = p.seller_id and r.payment_id = p.id and r.state <> 'failed' and r.created_at <= o.created_at), 0)) from payment p
      where p.seller_id = o.seller_id and p.ticket_order_id = o.id and p.cart_id = o.cart_id and p.state in ('captured', 'refunded')), 0)`,
  },
  {
    id: "I15",
    description:
      "An authorization is captured or voided within 15 minutes, unless another part of the payment is still processing.",
    query: `select p.seller_id, p.id from payment p
      join transition m on m.seller_id = p.seller_id and m.entity = 'payment' and m.entity_id = p.id and m.to_state = 'authorized'
      where p.state = 'authorized' and not exists (select from payment o where o.seller_id = p.seller_id and o.cart_id = p.cart_id
        and o.cart_version = p.cart_version and o.state = 'processing')
      group by p.seller_id, p.id having max(m.at) < app_now() - interval '15 minutes'`,
  },
  {
    id: "I16",
    description: "Refunds do not exceed their payment, and the payment's refund totals match its refunds.",
    query: `select p.seller_id, p.id from payment p
      left join lateral (select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0) as back,
        coalesce(sum(r.amount) filter (where r.state in ('created', 'pending')), 0) as under_way
        from refund r where r.seller_id = p.seller_id and r.payment_id = p.id) r on true
      where p.refunded <> r.back or p.refunding <> r.under_way or r.back + r.under_way > p.amount
        or (p.state = 'refunded') <> (p.refunded = p.amount)`,
  },
  {
    id: "I17",
    description: "A gift card's balance is the sum of its entries.",
    query: `select a.seller_id, a.id from ledger_account a where a.balance <> coalesce((
      select sum(e.amount) from ledger_entry e where e.seller_id = a.seller_id and e.account_id = a.id), 0)`,
  },
  {
    id: "I18",
    description: "No gift card has a negative balance.",
    query: `select seller_id, id from ledger_account where balance < 0`,
  },
  {
    id: "I19",
    description: "The entries of a gift card match its payments: authorized or captured amounts less refunds.",
    query: `select p.seller_id, p.id from payment p where p.gateway_id = '${giftCardGatewayId}' and case p.state
        when 'authorized' then p.amount when 'captured' then p.amount - p.refunded when 'refunded' then p.amount - p.refunded
        when 'voided' then 0 when 'failed' then 0 end
      <> -coalesce((select sum(e.amount) from ledger_entry e where e.seller_id = p.seller_id and e.payment_id = p.id), 0)
      union all
      select e.seller_id, e.id from ledger_entry e join payment p on p.seller_id = e.seller_id and p.id = e.payment_id
      where p.gateway_id <> '${giftCardGatewayId}'`,
  },
  {
    id: "I31",
    description: "A webhook event is stored once and processed within two hours.",
    query: `select seller_id, id from payment_event where done_at is null and created_at < app_now() - interval '2 hours'
      union all select seller_id, id from payment_event group by seller_id, gateway_id, id having count(*) > 1`,
  },
  {
    id: "I48",
    description:
      "What was paid for an order and its changes, less what its changes refunded, is the price of the booked tickets, the fees kept and what became gift cards. Orders with other refunds, to gift cards too, or with disputes are left out.",
    query: `with money as (
        select p.seller_id, p.ticket_order_id, sum(p.amount - coalesce((select sum(r.amount) from refund r
          where r.seller_id = p.seller_id and r.payment_id = p.id and (r.reason = 'change' and r.replaced_by is null or r.reason = 'late' and r.state <> 'failed')), 0)) as kept,
          bool_or(exists (select from refund r where r.seller_id = p.seller_id and r.payment_id = p.id and r.reason in ('requested', 'external'))
            or exists (select from payment_audit a where a.seller_id = p.seller_id and a.payment_id = p.id and a.audit_action = 'dispute_opened')) as is_left_out
        from payment p where p.ticket_order_id is not null and p.state in ('captured', 'refunded') group by 1, 2)
      select o.seller_id, o.id from ticket_order o
      left join money m on m.seller_id = o.seller_id and m.ticket_order_id = o.id
      where not coalesce(m.is_left_out, false)
        and not exists (select from order_change g where g.seller_id = o.seller_id and g.ticket_order_id = o.id and g.kind = 'refund')
        and coalesce(m.kept, 0) <> coalesce((
          select sum(t.adjusted_value + t.fee_fixed + t.fee_percent) from ticket t
          where t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')), 0)
        + coalesce((select sum(c.fee + c.gift_card - c.bonus) from order_change c
          where c.seller_id = o.seller_id and c.ticket_order_id = o.id), 0)`,
  },
];
