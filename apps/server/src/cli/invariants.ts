import { stateTransitions } from "@foyer/rules/values/stateTransitions.ts";

/** A statement about the data that must always hold. The query finds the rows that violate it. */
export type Invariant = { readonly id: string; readonly description: string; readonly query: string };

const liveStates = "('held', 'in_cart', 'booked', 'redeemed')";
const legalTransitions = Object.entries(stateTransitions)
  .flatMap(([entity, pairs]) => pairs.map(([from, to]) => `('${entity}', '${from}', '${to}')`))
  .join(", ");

/** Every invariant, checked by `foyer check` and at the end of every race and simulation test. */
export const invariants: readonly Invariant[] = [
  {
    id: "I01",
    description: "No session is sold beyond its capacity.",
    query: `select s.seller_id, s.id from event_session s
      join ticket t on t.seller_id = s.seller_id and t.event_session_id = s.id and t.state in ${liveStates}
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and not g.exclude_from_event_capacity
      where s.capacity >= 0 group by s.seller_id, s.id having count(*) > s.capacity + s.oversell_capacity`,
  },
  {
    id: "I02",
    description: "A session's counter equals the number of its live tickets.",
    query: `select s.seller_id, s.id from event_session s where s.used_capacity <> (
      select count(*) from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where t.seller_id = s.seller_id and t.event_session_id = s.id and t.state in ${liveStates} and not g.exclude_from_event_capacity)`,
  },
  {
    id: "I03",
    description: "No ticket group is sold beyond its capacity.",
    query: `select g.seller_id, g.id from ticket_group g
      join ticket t on t.seller_id = g.seller_id and t.ticket_group_id = g.id and t.state in ${liveStates}
      where g.capacity >= 0 group by g.seller_id, g.id having count(*) > g.capacity + g.oversell_capacity`,
  },
  {
    id: "I04",
    description: "A ticket group's counter equals the number of its live tickets.",
    query: `select g.seller_id, g.id from ticket_group g where g.used_capacity <> (
      select count(*) from ticket t where t.seller_id = g.seller_id and t.ticket_group_id = g.id and t.state in ${liveStates})`,
  },
  {
    id: "I05",
    description: "A seat is sold at most once.",
    query: `select seller_id, min(id::text) as id from ticket where seat_id is not null and state in ${liveStates}
      group by seller_id, event_session_id, seat_id having count(*) > 1`,
  },
  {
    id: "I06",
    description: "A ticket has a seat exactly when its group is seated.",
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where t.state in ${liveStates} and (g.handler = 'seated') <> (t.seat_id is not null)`,
  },
  {
    id: "I07",
    description: "A held ticket belongs to a live cart.",
    query: `select t.seller_id, t.id from ticket t left join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
      where t.state in ('held', 'in_cart') and t.ticket_order_id is null
      and (c.id is null or c.state <> 'pending'
        or (c.expires_at < app_now() - interval '60 seconds' and coalesce(c.paying_until, '-infinity') < app_now() - interval '60 seconds'))`,
  },
  {
    id: "I08",
    description: "A booked ticket belongs to an order.",
    query: `select t.seller_id, t.id from ticket t left join ticket_order o on o.seller_id = t.seller_id and o.id = t.ticket_order_id
      where t.state in ('booked', 'redeemed') and o.id is null`,
  },
  {
    id: "I09",
    description: "A cart has at most one order, and has one exactly when it is completed.",
    query: `select seller_id, cart_id as id from ticket_order group by seller_id, cart_id having count(*) > 1
      union all
      select c.seller_id, c.id from cart c left join ticket_order o on o.seller_id = c.seller_id and o.cart_id = c.id
      where (c.state = 'completed') <> (o.id is not null)`,
  },
  {
    id: "I10",
    description: "An order number is unique.",
    query: `select seller_id, min(id::text) as id from ticket_order group by seller_id, order_number having count(*) > 1`,
  },
  {
    id: "I11",
    description:
      "A captured payment has its order, or a cart that is kept until it has one or until the last instalment is paid; otherwise it is refunded. A failed refund is left to a person.",
    query: `select p.seller_id, p.id from payment p
      join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
      left join ticket_order o on o.seller_id = p.seller_id and o.id = p.ticket_order_id
      where p.state = 'captured' and p.refunded + p.refunding < p.amount and (o.cart_id <> p.cart_id
        or o.id is null and (c.state <> 'pending' or coalesce(c.paying_until, '-infinity') < app_now())
          and not exists (select from refund r where r.seller_id = p.seller_id and r.payment_id = p.id and r.state = 'failed'))`,
  },
  {
    id: "I12",
    description: "A provider's reference belongs to one payment.",
    query: `select seller_id, min(id::text) as id from payment where provider_ref is not null group by seller_id, gateway_id, provider_ref having count(*) > 1`,
  },
  {
    id: "I13",
    description:
      "The payments of an order, without later refunds, add up to its total. The schedule of a cart that is paid in instalments adds up to its price, and less than the price is paid.",
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
        where r.seller_id = p.seller_id and r.payment_id = p.id and r.state <> 'failed' and r.created_at < o.created_at), 0)) from payment p
      where p.seller_id = o.seller_id and p.ticket_order_id = o.id and p.state in ('captured', 'refunded')), 0)`,
  },
  {
    id: "I14",
    description: "An order's total is the sum of its tickets and their fees.",
    query: `select o.seller_id, o.id from ticket_order o where o.total <> coalesce((
      select sum(t.adjusted_value + t.fee_fixed + t.fee_percent) from ticket t
      where t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed', 'cancelled')), 0)`,
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
    query: `select p.seller_id, p.id from payment p where p.gateway_id = 'ledger' and case p.state
        when 'authorized' then p.amount when 'captured' then p.amount - p.refunded when 'refunded' then p.amount - p.refunded
        when 'voided' then 0 when 'failed' then 0 end
      <> -coalesce((select sum(e.amount) from ledger_entry e where e.seller_id = p.seller_id and e.payment_id = p.id), 0)
      union all
      select e.seller_id, e.id from ledger_entry e join payment p on p.seller_id = e.seller_id and p.id = e.payment_id
      where p.gateway_id <> 'ledger'`,
  },
  {
    id: "I20",
    description: "A sold gift card is issued once, at its face value, and is inactive when its sale was cancelled.",
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where g.handler = 'ledger' and t.state in ('booked', 'redeemed') and (
        select count(*) from ledger_account a
        join ledger_entry e on e.seller_id = a.seller_id and e.account_id = a.id and e.kind = 'issue' and e.amount = t.face_value
        where a.seller_id = t.seller_id and a.source_ticket_id = t.id) <> 1
      union all
      select a.seller_id, a.id from ledger_account a join ticket t on t.seller_id = a.seller_id and t.id = a.source_ticket_id
      where t.state not in ('booked', 'redeemed') and a.state = 'active'`,
  },
  {
    id: "I21",
    description: "The counters of a code and of its group equal the number of carts and orders where it applies.",
    query: `select k.seller_id, k.id from code k where k.used <> (
      select count(*) from cart_code x where x.seller_id = k.seller_id and x.code_id = k.id and x.at_work)
      union all
      select g.seller_id, g.id from code_group g where g.used <> (
      select count(*) from cart_code x join code k on k.seller_id = x.seller_id and k.id = x.code_id
      where x.seller_id = g.seller_id and k.code_group_id = g.id and x.at_work)`,
  },
  {
    id: "I22",
    description: "A code applies only to carts that are pending or completed.",
    query: `select x.seller_id, x.code_id as id from cart_code x join cart c on c.seller_id = x.seller_id and c.id = x.cart_id
      where c.state = 'expired'`,
  },
  {
    id: "I23",
    description: "A code is in a cart at most once.",
    query: `select seller_id, code_id as id from cart_code group by seller_id, cart_id, code_id having count(*) > 1`,
  },
  {
    id: "I24",
    description: "No row references a row of another seller.",
    query: `select t.seller_id, t.id from ticket t
      left join cart c on c.id = t.cart_id left join ticket_order o on o.id = t.ticket_order_id
      left join event_session s on s.id = t.event_session_id left join ticket_group g on g.id = t.ticket_group_id
      left join ticket_type y on y.id = t.ticket_type_id left join event_template e on e.id = t.event_template_id left join seat on seat.id = t.seat_id
      where exists (select from unnest(array[c.seller_id, o.seller_id, s.seller_id, g.seller_id, y.seller_id, e.seller_id, seat.seller_id]) x where x <> t.seller_id)
      union all select p.seller_id, p.id from payment p join cart c on c.id = p.cart_id where p.seller_id <> c.seller_id
      union all select r.seller_id, r.id from refund r join payment p on p.id = r.payment_id where r.seller_id <> p.seller_id
      union all select o.seller_id, o.id from ticket_order o join identity i on i.id in (o.identity_id, o.owner_identity_id) where o.seller_id <> i.seller_id
      union all select c.seller_id, c.id from cart c join identity i on i.id in (c.identity_id, c.purchaser_identity_id) where c.seller_id <> i.seller_id
      union all select x.seller_id, x.code_id from cart_code x join cart c on c.id = x.cart_id join code k on k.id = x.code_id
        where x.seller_id <> c.seller_id or x.seller_id <> k.seller_id
      union all select e.seller_id, e.id from ledger_entry e join ledger_account a on a.id = e.account_id left join payment p on p.id = e.payment_id
        where e.seller_id <> a.seller_id or e.seller_id <> p.seller_id
      union all select a.seller_id, a.id from ledger_account a join ticket t on t.id = a.source_ticket_id where a.seller_id <> t.seller_id
      union all select s.seller_id, s.id from event_session s join event_template e on e.id = s.event_template_id where s.seller_id <> e.seller_id`,
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
    id: "I26",
    description: "Amounts are integers in minor units.",
    query: `select null as seller_id, table_name || '.' || column_name as id from information_schema.columns
      where table_schema = 'public' and data_type <> 'bigint' and (table_name, column_name) in (
        ('ticket', 'face_value'), ('ticket', 'adjusted_value'), ('ticket', 'fee_fixed'), ('ticket', 'fee_percent'),
        ('payment', 'amount'), ('payment', 'refunded'), ('ticket_order', 'total'), ('ticket_type', 'currency_amount'),
        ('session_price', 'amount'), ('price_log', 'amount'), ('ledger_account', 'balance'), ('ledger_entry', 'amount'))`,
  },
  {
    id: "I27",
    description: "No order has more tickets of a group than the limit at the time of the order.",
    query: `select o.seller_id, o.id from ticket_order o
      join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where g.max_tickets_per_order >= 0 and o.created_at >= g.limits_changed_at
      group by o.seller_id, o.id, g.id, g.max_tickets_per_order having count(*) > g.max_tickets_per_order`,
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
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler = 'membership'
      where (select count(*) from membership m where m.seller_id = t.seller_id and m.ticket_id = t.id
          and (m.state = 'active' or t.state in ('booked', 'redeemed')) and m.ticket_order_id = t.ticket_order_id)
        <> case when t.state in ('booked', 'redeemed') and coalesce(t.handler_data ->> 'gift', 'false') <> 'true' then 1 else 0 end
      union all
      select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler = 'membership'
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
    query: `select m.seller_id, m.id from member_use u join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
      group by m.seller_id, m.id, u.event_template_id, u.local_day, u.allowance
      having coalesce((m.benefits ->> u.allowance)::int, 0) >= 0 and count(*) > coalesce((m.benefits ->> u.allowance)::int, 0)
      union all
      select m.seller_id, m.id from member_use u join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
      where m.purchase_limit >= 0 group by m.seller_id, m.id, u.event_template_id having count(*) > m.purchase_limit
      union all
      select u.seller_id, u.membership_id as id from member_use u join ticket t on t.seller_id = u.seller_id and t.id = u.ticket_id
      where t.state not in ${liveStates} or t.event_template_id <> u.event_template_id`,
  },
  {
    id: "I31",
    description: "A webhook event is stored once and processed within two hours.",
    query: `select seller_id, id from payment_event where done_at is null and created_at < app_now() - interval '2 hours'
      union all select seller_id, id from payment_event group by seller_id, gateway_id, id having count(*) > 1`,
  },
  {
    id: "I32",
    description: "An order has one confirmation in the outbox, unless its buyer asked for no e-mail.",
    query: `select o.seller_id, o.id from ticket_order o join identity i on i.seller_id = o.seller_id and i.id = o.identity_id
      where i.email is not null and i.meta -> 'send_email' is distinct from 'false' and (
        select count(*) from outbox m where m.seller_id = o.seller_id and m.kind = 'order_confirmation' and m.ref_id = o.id and m.occasion = '') <> 1`,
  },
  {
    id: "I33",
    description:
      "A one-time token allows three attempts and one use before it expires, a login code is valid for ten minutes at most, and every password is hashed.",
    query: `select seller_id, id from login_token where attempts > 3 or uses > 1 or (used_at is null) <> (uses = 0) or used_at > expires_at
        or (purpose = 'otp' and expires_at > created_at + interval '10 minutes')
      union all select seller_id, identity_id from user_login where password !~ '^[$]argon2id[$]v=19[$]m=[0-9]+,t=[0-9]+,p=[0-9]+[$]'`,
  },
  {
    id: "I34",
    description: "A request with an idempotency key is answered within three minutes, or its key is released.",
    query: `select seller_id, key as id from idem where state = 'in_progress' and created_at < app_now() - interval '3 minutes'
      union all select seller_id, key from idem group by seller_id, actor, key having count(*) > 1`,
  },
  {
    id: "I35",
    description: "Every state transition is one of those that the rules allow.",
    query: `select seller_id, entity_id as id from transition where (entity, from_state, to_state) not in (${legalTransitions})`,
  },
  {
    id: "I36",
    description: "An expired or completed cart holds no tickets.",
    query: `select c.seller_id, c.id from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id
      where c.state in ('expired', 'completed') and t.state in ('held', 'in_cart') and t.ticket_order_id is null`,
  },
  {
    id: "I37",
    description: "A voucher admits one person.",
    query: `select seller_id, min(id::text) as id from ticket where voucher is not null and state in ${liveStates}
      group by seller_id, voucher having count(*) > 1`,
  },
  {
    id: "I38",
    description: "An add-on is held only together with an admission.",
    query: `select t.seller_id, t.id from ticket t join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
      where t.needs_anchor and t.state in ('held', 'in_cart') and c.state = 'pending' and not exists (
        select from ticket a where a.seller_id = t.seller_id and a.cart_id = t.cart_id and a.state in ('held', 'in_cart')
        and not a.needs_anchor and a.event_session_id is not null)`,
  },
  {
    id: "I39",
    description: "A sold seat belongs to the seating plan of its event.",
    query: `select t.seller_id, t.id from ticket t join seat s on s.seller_id = t.seller_id and s.id = t.seat_id
      join event_template e on e.seller_id = t.seller_id and e.id = t.event_template_id
      where t.state in ${liveStates} and s.seat_map_id is distinct from e.seat_map_id`,
  },
  {
    id: "I40",
    description: "A seat is sold by a ticket group of its zone, as the zones were at the time of the sale.",
    query: `select t.seller_id, t.id from ticket t join seat s on s.seller_id = t.seller_id and s.id = t.seat_id
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where t.state in ${liveStates} and t.created_at >= g.limits_changed_at and not (s.zone = any(g.seat_zones))`,
  },
  {
    id: "I41",
    description: "A seated ticket is for a session.",
    query: `select seller_id, id from ticket where seat_id is not null and event_session_id is null`,
  },
  {
    id: "I42",
    description: "Neighbouring seats reference each other, within one row of one seating plan.",
    query: `select s.seller_id, s.id from seat s left join seat n on n.seller_id = s.seller_id and n.id = s.next_id
      left join seat p on p.seller_id = s.seller_id and p.id = s.previous_id
      where s.next_id is not null and (n.previous_id is distinct from s.id or n.seat_map_id <> s.seat_map_id or n.section <> s.section or n."row" <> s."row" or n.retired or s.retired)
        or s.previous_id is not null and p.next_id is distinct from s.id`,
  },
  {
    id: "I43",
    description: "The discounts of a pending cart add up to the reductions of its tickets.",
    query: `select c.seller_id, c.id from cart c where c.state = 'pending' and coalesce((
      select sum(x.amount) from cart_discount x where x.seller_id = c.seller_id and x.cart_id = c.id), 0) <> coalesce((
      select sum(t.face_value - t.adjusted_value) from ticket t
      where t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')), 0)`,
  },
];
