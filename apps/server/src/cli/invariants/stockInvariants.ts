import { hasSeats } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../db/handlerList.ts";
import { optimizationFence } from "../../db/statements/statement.ts";
import { takesGroupPlaceColumn, takesSessionPlaceColumn } from "../../modules/catalog/offer/takenPlaces.ts";
import { liveStates, type Invariant } from "./invariant.ts";

/**
 * Another ticket that a ticket `t` refers to, looked up per row: without statistics, each would be compared with every
 * cart.
 */
const ticketByKey = (column: "takes_place_of" | "keeps_seat_of", alias: string): string =>
  `cross join lateral (select id, ticket_order_id, event_session_id, state from ticket
        where seller_id = t.seller_id and id = t.${column} ${optimizationFence}) ${alias}`;
const cartOfTicket = `cross join lateral (select changes_order_id, gives_up from cart
        where seller_id = t.seller_id and id = t.cart_id ${optimizationFence}) c`;

/** The capacity of a session `s` that staff have blocked. */
const housePlaces = `(select coalesce(sum(h.places), 0) from house_hold h where h.seller_id = s.seller_id and h.event_session_id = s.id)`;

/** Invariants of stock: sessions, ticket groups, seats and vouchers. */
export const stockInvariants: readonly Invariant[] = [
  {
    id: "I01",
    description: "No session is sold, and kept for the house, beyond its capacity.",
    query: `select s.seller_id, s.id from (
        select s.seller_id, s.id, s.capacity + s.oversell_capacity as most, count(*) as sold from event_session s
        join ticket t on t.seller_id = s.seller_id and t.event_session_id = s.id and t.state in ${liveStates}
        join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and not g.exclude_from_event_capacity
        where s.capacity >= 0 and not ${takesSessionPlaceColumn("t", "t.seller_id")} group by s.seller_id, s.id) s
      where s.sold + ${housePlaces} > s.most`,
  },
  {
    id: "I02",
    description:
      "A session's counter equals the number of its live tickets and of the places kept for the house. One that takes over the place of another counts once with it.",
    query: `select s.seller_id, s.id from event_session s where s.used_capacity <> (
      select count(*) from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where t.seller_id = s.seller_id and t.event_session_id = s.id and t.state in ${liveStates} and not g.exclude_from_event_capacity
        and not ${takesSessionPlaceColumn("t", "t.seller_id")}) + ${housePlaces}`,
  },
  {
    id: "I03",
    description: "No ticket group is sold beyond its capacity.",
    query: `select g.seller_id, g.id from ticket_group g
      join ticket t on t.seller_id = g.seller_id and t.ticket_group_id = g.id and t.state in ${liveStates}
      where g.capacity >= 0 and not ${takesGroupPlaceColumn("t", "t.seller_id")} group by g.seller_id, g.id having count(*) > g.capacity + g.oversell_capacity`,
  },
  {
    id: "I04",
    description:
      "A ticket group's counter equals the number of its live tickets. One that takes over the place of another counts once with it.",
    query: `select g.seller_id, g.id from ticket_group g
      left join (select t.seller_id, t.ticket_group_id, count(*) as live from ticket t
        where t.state in ${liveStates} and not ${takesGroupPlaceColumn("t", "t.seller_id")} group by 1, 2) sold
        on sold.seller_id = g.seller_id and sold.ticket_group_id = g.id
      where g.used_capacity <> coalesce(sold.live, 0)`,
  },
  {
    id: "I05",
    description: "A seat is sold at most once, and none that is kept for the house or blocked.",
    query: `select seller_id, min(id::text) as id from ticket where seat_id is not null and state in ${liveStates}
      group by seller_id, event_session_id, seat_id having count(*) > 1
      union all select t.seller_id, t.id::text from ticket t join house_seat h on h.seller_id = t.seller_id
        and h.event_session_id = t.event_session_id and h.seat_id = t.seat_id where t.state in ${liveStates}`,
  },
  {
    id: "I06",
    description:
      "A ticket has a seat exactly when its group is seated; one that is held for a change may keep that of a ticket of the order instead.",
    query: `select t.seller_id, t.id from ticket t join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
      where t.state in ${liveStates} and (g.handler in ${handlerList(hasSeats)}) <> (t.seat_id is not null or t.state in ('held', 'in_cart') and t.keeps_seat_of is not null)`,
  },
  {
    id: "I37",
    description: "A voucher admits one person.",
    query: `select seller_id, min(id::text) as id from ticket where voucher is not null and state in ${liveStates}
      group by seller_id, voucher having count(*) > 1`,
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
    id: "I53",
    description:
      "A held ticket takes over the place, or keeps the seat, of one ticket that its order has and that its change gives up, and no other ticket does. A booked ticket's is no longer live.",
    query: `select t.seller_id, t.id from ticket t
      ${ticketByKey("takes_place_of", "given")}
      ${cartOfTicket}
      where t.takes_place_of is not null
        and (t.state in ('held', 'in_cart') and (c.changes_order_id is distinct from given.ticket_order_id or not (given.id = any(c.gives_up)))
          or t.state in ('booked', 'redeemed') and given.state in ${liveStates})
      union all
      select t.seller_id, t.id from ticket t
      ${ticketByKey("keeps_seat_of", "kept")}
      ${cartOfTicket}
      where t.keeps_seat_of is not null
        and (t.state in ('held', 'in_cart') and (c.changes_order_id is distinct from kept.ticket_order_id or not (kept.id = any(c.gives_up))
            or t.event_session_id is distinct from kept.event_session_id)
          or t.state in ('booked', 'redeemed') and kept.state in ${liveStates})
      union all
      select seller_id, takes_place_of as id from ticket where takes_place_of is not null and state in ('held', 'in_cart')
      group by seller_id, takes_place_of having count(*) > 1`,
  },
];
