import { seatNameColumn } from "../../catalog/offer/seatNameColumn.ts";
import type { ChangeRules } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";
import { cartColumns, type CartRow } from "../../cart/read/cartRow.ts";
import { openByLinkColumn } from "../../cart/access/openByLinkColumn.ts";
import { partyColumn } from "../../catalog/events/levelColumns.ts";
import { paddingColumns } from "../../catalog/events/paddingColumns.ts";
import { isMemberTicketColumn, memberLapsedColumn } from "../../cart/members/memberLapsedColumn.ts";
import type { TicketOrderRow } from "../../cart/read/readTicketOrder.ts";
import type { CartTicket } from "../../cart/read/readCartTickets.ts";
import { paymentColumns, type PaymentRow } from "../payment/paymentRow.ts";

/*
 * Reads for a batch of carts, each by its key. `offset 0` keeps the planner from merging the inner queries, so that the
 * prepared plans look rows up by key whatever the tables' sizes.
 */

/** A cart with what payments need, locked until the transaction ends. */
export type LockedCheckoutCart = Omit<CartRow, "schedule" | "ticket_order_id" | "payments" | "gift_cards"> & {
  readonly open_by_link: boolean;
  readonly purchaser_identity_id: string | null;
  readonly terms_version: string | null;
  readonly version: number;
  readonly channel_id: string;
  /** The cart has not expired. */
  readonly alive: boolean;
  /** It has an authorized payment, and its lease ends only when that payment is settled. */
  readonly leased_until_settled: boolean;
};

const lockCartsQuery = `
  select ${cartColumns("o.kind")}, ${openByLinkColumn("o.kind")} as open_by_link, c.purchaser_identity_id, c.terms_version, c.version, c.channel_id,
    coalesce(c.leased_until > app_now(), false) as paying,
    coalesce(c.leased_until = 'infinity', false) as leased_until_settled,
    c.expires_at > app_now() or coalesce(c.leased_until > app_now(), false) as alive
  from (
    select id from (
      select unnest($2::uuid[]) as id
      union
      select o.cart_id from unnest($2::uuid[]) as asked (id)
      cross join lateral (select changes_order_id from cart where seller_id = $1 and id = asked.id and changes_order_id is not null offset 0) w
      cross join lateral (select cart_id from ticket_order where seller_id = $1 and id = w.changes_order_id offset 0) o) cart_ids
    order by id) asked
  cross join lateral (select * from cart where seller_id = $1 and id = asked.id for update) c
  left join lateral (select kind from identity where seller_id = $1 and id = c.identity_id ${optimizationFence}) o on true`;

/**
 * Carts are locked by ascending id, as everywhere, to avoid deadlocks. If a cart changes an order, the order's cart is
 * locked too: its lock guards every change and every refund of the order.
 */
export const lockCheckoutCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<LockedCheckoutCart[]> => {
  const locked = await statement<LockedCheckoutCart>(pipeline, lockCartsQuery, [seller_id, cart_ids]);
  return locked.filter(({ id }) => cart_ids.includes(id));
};

/** A ticket as the cart shows it, with additional columns for the checkout. */
export type CheckoutTicket = CartTicket & {
  /** Its session is cancelled. */
  readonly cancelled: boolean;
  readonly event_category: string | null;
  /** The event's own rules for changes after the sale; null uses the seller's. */
  readonly event_self_edit: ChangeRules | null;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
};

export const readCheckoutTickets = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CheckoutTicket[]> =>
  statement(
    pipeline,
    `select t.id, t.state, t.cart_id, t.ticket_order_id, t.ticket_type_id, t.ticket_group_id, t.event_template_id, t.event_session_id, t.seat_id,
       ${seatNameColumn} as seat_name,
       t.face_value, t.adjusted_value, t.fee_fixed, t.fee_percent, t.tax, t.admit_name, t.admit_email, t.scan_code, t.handler_data,
       t.sending_id, t.code_number, t.takes_place_of, t.keeps_seat_of, t.voucher, t.needs_anchor, ${memberLapsedColumn} as member_lapsed, ${isMemberTicketColumn} as is_member_ticket,
       dense_rank() over (order by e.rank, e.name, g.rank, g.id, y.rank, y.name, y.id) as display_rank,
       y.name as type_name, g.name as group_name, e.name as event_name, e.event_type, e.timezone,
       e.category as event_category, e.meta -> 'self_edit' as event_self_edit,
       e.meta ->> 'ticket_date_time' as ticket_date_time,
       coalesce(e.meta ->> 'names_start' = 'true', false) as names_start, ${paddingColumns},
       coalesce(e.meta ->> 'tickets_must_match_anchor_tickets' = 'true', false) as matches_anchor,
       not g.exclude_from_event_capacity as uses_capacity,
       g.handler, g.payment_plan, g.min_tickets_per_order, ${partyColumn} as party, y.fee_fixed_outside, y.fee_percent_outside,
       coalesce(e.meta ->> 'image_profile', e.meta ->> 'image_cover') as image, e.meta ->> 'image_profile_alt_text' as image_alt,
       case when e.meta ->> 'image_profile' is null then e.meta -> 'image_cover_focus' else e.meta -> 'image_profile_focus' end as image_focus,
       s.start_datetime, s.end_datetime, s.local_day, s.local_start, coalesce(s.cancelled, false) as cancelled,
       v.name as venue_name, v.address as venue_address
     from unnest($2::uuid[]) as asked (id)
     cross join lateral (select * from ticket where cart_id = asked.id and seller_id = $1
       and state in ('held', 'in_cart', 'booked', 'redeemed') offset 0) t
     cross join lateral (select * from ticket_type where seller_id = $1 and id = t.ticket_type_id offset 0) y
     cross join lateral (select * from ticket_group where seller_id = $1 and id = t.ticket_group_id offset 0) g
     cross join lateral (select * from event_template where seller_id = $1 and id = t.event_template_id offset 0) e
     left join lateral (select * from event_session where seller_id = $1 and id = t.event_session_id offset 0) s on true
     left join lateral (select * from venue where seller_id = $1 and id = e.venue_id offset 0) v on true`,
    [seller_id, cart_ids],
  );

/** All payments of carts, including those refunded in full, oldest first. */
export const readCheckoutPayments = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<PaymentRow[]> =>
  statement(
    pipeline,
    `select ${paymentColumns.map((name) => `p.${name}`).join(", ")} from unnest($2::uuid[]) as asked (id)
     cross join lateral (select * from payment where cart_id = asked.id and seller_id = $1 offset 0) p
     order by p.created_at, p.id`,
    [seller_id, cart_ids],
  );

export const readCheckoutOrders = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<TicketOrderRow[]> =>
  statement(
    pipeline,
    `select o.id, o.order_number, o.identity_id, o.cart_id, o.currency, o.created_at, o.total, o.confirmation_held
     from unnest($2::uuid[]) as asked (id)
     cross join lateral (select * from ticket_order where cart_id = asked.id and seller_id = $1 offset 0) o`,
    [seller_id, cart_ids],
  );

/** The forms that a cart's events and groups add to the checkout. */
export const readCheckoutForms = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<{ cart_id: string; meta: unknown }[]> =>
  statement(
    pipeline,
    `select held.cart_id, m.meta
     from (select distinct t.cart_id, t.event_template_id, t.ticket_group_id
       from unnest($2::uuid[]) as asked (id)
       cross join lateral (select * from ticket where cart_id = asked.id and seller_id = $1 and state in ('held', 'in_cart') offset 0) t) held
     cross join lateral (
       select e.meta from event_template e where e.seller_id = $1 and e.id = held.event_template_id
       union all
       select g.meta from ticket_group g where g.seller_id = $1 and g.id = held.ticket_group_id offset 0) m
     where m.meta ?| array['identity_form', 'extra_checkout_fields']`,
    [seller_id, cart_ids],
  );

/** The schedules of carts with a paid instalment; those of other carts are computed. */
export const readCheckoutSchedules = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<(Installment & { cart_id: string })[]> =>
  statement(
    pipeline,
    `select s.cart_id, s.due_date, s.amount from unnest($2::uuid[]) as asked (id)
     cross join lateral (select * from scheduled_payment where cart_id = asked.id and seller_id = $1 offset 0) s
     order by s.cart_id, s.position`,
    [seller_id, cart_ids],
  );
