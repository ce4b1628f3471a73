import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../db/handlerList.ts";
import { defaultPartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import type { Invariant } from "./invariant.ts";

/** Whether a ticket `t` was sold with an order, cancelled or not, or is held by a pending cart that changes no order. */
const partOfSale = `(t.ticket_order_id is not null and t.state in ('booked', 'redeemed', 'cancelled')
        or t.state in ('held', 'in_cart') and exists (select from cart c where c.seller_id = t.seller_id and c.id = t.cart_id and c.state = 'pending'
          and c.changes_order_id is null))`;

/** Invariants of carts, what they must contain and their codes. */
export const cartInvariants: readonly Invariant[] = [
  {
    id: "I07",
    description: "A held ticket belongs to a live cart.",
    query: `select t.seller_id, t.id from ticket t left join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
      where t.state in ('held', 'in_cart') and t.ticket_order_id is null
      and (c.id is null or c.state <> 'pending'
        or (c.expires_at < app_now() - interval '60 seconds' and coalesce(c.leased_until, '-infinity') < app_now() - interval '60 seconds'))`,
  },
  {
    id: "I21",
    description: "The counters of a code and of its group equal the number of carts and orders where it applies.",
    query: `select k.seller_id, k.id from code k where k.used <> (
      select count(*) from cart_code x where x.seller_id = k.seller_id and x.code_id = k.id and x.is_applied)
      union all
      select g.seller_id, g.id from code_group g where g.used <> (
      select count(*) from cart_code x join code k on k.seller_id = x.seller_id and k.id = x.code_id
      where x.seller_id = g.seller_id and k.code_group_id = g.id and x.is_applied)`,
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
    id: "I27",
    // A group may lift its limit for counter sales, and restore it later. A cart keeps the limit that it was held under.
    description: "No order but a counter sale has more tickets of a group than the limit when its cart was begun.",
    query: `select o.seller_id, o.id from ticket_order o
      join cart c on c.seller_id = o.seller_id and c.id = o.cart_id
      join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where g.max_tickets_per_order >= 0 and c.created_at >= g.limits_changed_at
        and not exists (select from counter_sale x where x.seller_id = o.seller_id and x.ticket_order_id = o.id)
      group by o.seller_id, o.id, g.id, g.max_tickets_per_order having count(*) > g.max_tickets_per_order`,
  },
  {
    id: "I36",
    description: "An expired or completed cart holds no tickets.",
    query: `select c.seller_id, c.id from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id
      where c.state in ('expired', 'completed') and t.state in ('held', 'in_cart') and t.ticket_order_id is null`,
  },
  {
    id: "I38",
    description: "An add-on is held only together with an admission.",
    query: `select t.seller_id, t.id from ticket t join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
      where t.needs_anchor and t.state in ('held', 'in_cart') and c.state = 'pending' and c.changes_order_id is null and not exists (
        select from ticket a where a.seller_id = t.seller_id and a.cart_id = t.cart_id and a.state in ('held', 'in_cart')
        and not a.needs_anchor and a.event_session_id is not null)`,
  },
  {
    id: "I43",
    description:
      "The discounts of a pending cart add up to the reductions of its tickets; what changes the level of a membership costs the difference.",
    query: `select c.seller_id, c.id from cart c where c.state = 'pending' and coalesce((
      select sum(x.amount) from cart_discount x where x.seller_id = c.seller_id and x.cart_id = c.id), 0) <> coalesce((
      select sum(t.face_value - t.adjusted_value) from ticket t
      where t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart') and t.handler_data ->> 'changes_id' is null), 0)`,
  },
  {
    id: "I45",
    description:
      "No order and no pending cart has fewer tickets of a group than the limit since its tickets were added.",
    query: `select t.seller_id, coalesce(t.ticket_order_id, t.cart_id) as id from ticket t
      join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where ${partOfSale}
      group by t.seller_id, coalesce(t.ticket_order_id, t.cart_id), g.id, g.min_tickets_per_order, g.limits_changed_at
      having count(*) < g.min_tickets_per_order and min(t.created_at) >= g.limits_changed_at`,
  },
  {
    id: "I46",
    description:
      "A membership level in an order or a pending cart has every person that the level requires, as its rules were when its tickets were added.",
    query: `select s.seller_id, s.id from (
        select t.seller_id, coalesce(t.ticket_order_id, t.cart_id) as id, t.ticket_group_id, array_agg(t.ticket_type_id) as types
        from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler in ${handlerList(isMembership)}
        where ${partOfSale}
        group by t.seller_id, coalesce(t.ticket_order_id, t.cart_id), t.ticket_group_id, g.limits_changed_at
        having min(t.created_at) >= g.limits_changed_at) s
      join ticket_type y on y.seller_id = s.seller_id and y.ticket_group_id = s.ticket_group_id and y.available and not y.retired
      left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
      where cardinality(array_positions(s.types, y.id)) < coalesce(r.min, ${defaultPartyRule.min})`,
  },
];
