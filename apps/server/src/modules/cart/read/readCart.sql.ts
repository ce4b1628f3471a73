import { seatNameColumn } from "../../catalog/offer/seatNameColumn.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { PlanShare } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { PartyType } from "@foyer/rules/membership/party/partyRule.ts";
import type { TicketTable } from "../../../db/schema/carts.ts";
import { cartColumns, type CartRow } from "./cartRow.ts";
import { giftCardsColumn, paymentsOfCart } from "./giftCardsOfCart.ts";
import { partyColumn } from "../../catalog/events/levelColumns.ts";
import { paddingColumns } from "../../catalog/events/paddingColumns.ts";
import { isMemberTicketColumn, memberLapsedColumn } from "../members/memberLapsedColumn.ts";
import { eachKeyOf, optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";

export const cartRows = (pipeline: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<CartRow[]> =>
  statement(
    pipeline,
    `select ${cartColumns()}, case
         when not c.part_paid then coalesce(c.leased_until > app_now(), false)
         else exists (select from payment p where p.cart_id = c.id and p.seller_id = $1 and p.cart_version = c.version
           and p.state in ('created', 'processing', 'authorized') ${optimizationFence}) end as paying,
       case when c.part_paid then (select json_agg(json_build_object('due_date', s.due_date, 'amount', s.amount) order by s.position)
         from scheduled_payment s where s.seller_id = $1 and s.cart_id = c.id) end as schedule,
       (select o.id from ticket_order o where o.cart_id = c.id and o.seller_id = $1) as ticket_order_id,
       (select json_agg(json_build_object('id', p.id, 'created_at', p.created_at, 'amount', p.amount, 'refunded', p.refunded, 'state', p.state, 'gateway_id', p.gateway_id) order by p.created_at)
          from ${paymentsOfCart} where p.state in ('captured', 'refunded')) as payments,
       ${giftCardsColumn}
     from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from cart where seller_id = $1 and id = asked.key offset 0) c`,
    [seller_id, cart_ids],
  );

export type TicketRow = {
  id: string;
  state: TicketTable["state"];
  cart_id: string;
  ticket_order_id: string | null;
  ticket_type_id: string;
  ticket_group_id: string;
  event_template_id: string;
  event_session_id: string | null;
  seat_id: string | null;
  seat_name: string | null;
  face_value: number;
  adjusted_value: number;
  fee_fixed: number;
  fee_percent: number;
  tax: TicketTax | null;
  admit_name: string | null;
  admit_email: string | null;
  scan_code: string | null;
  handler_data: Record<string, unknown> | null;
  /** The normalised city-pass voucher. */
  voucher: string | null;
  /** Needs the anchor in the cart. */
  needs_anchor: boolean;
  /** Its membership no longer covers it. */
  member_lapsed: boolean;
  /** It uses the benefits of a membership. */
  is_member_ticket: boolean;
  /** Its discount, if its price no longer changes (`withFixedPrice`): a ticket of an order or of a partly paid cart. */
  booked_reduction?: number;
  /** The sending that gave it to another person; null while the buyer has it. */
  sending_id: string | null;
  /** How many times its scan code was replaced. */
  code_number: number;
  /** In a change: the order's ticket whose place it takes over. */
  takes_place_of: string | null;
  /** In a change: the order's ticket whose seat it gets when the change completes. */
  keeps_seat_of: string | null;
};

export const ticketRows = (pipeline: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<TicketRow[]> =>
  statement(
    pipeline,
    `select t.id, t.state, t.cart_id, t.ticket_order_id, t.ticket_type_id, t.ticket_group_id, t.event_template_id, t.event_session_id, t.seat_id,
       ${seatNameColumn} as seat_name,
       t.face_value, t.adjusted_value, t.fee_fixed, t.fee_percent, t.tax, t.admit_name, t.admit_email, t.scan_code, t.handler_data,
       t.sending_id, t.code_number, t.takes_place_of, t.keeps_seat_of, t.voucher, t.needs_anchor, ${memberLapsedColumn} as member_lapsed, ${isMemberTicketColumn} as is_member_ticket
     from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from ticket where cart_id = asked.key and seller_id = $1 offset 0) t
     where t.state in ('held', 'in_cart', 'booked', 'redeemed')`,
    [seller_id, cart_ids],
  );

/** Names of ticket types, with their rank in listings. */
export type TypeName = {
  id: string;
  display_rank: number;
  type_name: string;
  group_name: string;
  event_name: string;
  event_type: string;
  timezone: string;
  ticket_date_time: string | null;
  names_start: boolean;
  pad_pre_start: number | null;
  pad_post_end: number | null;
  /** The event's number of tickets must match that of the anchor's. */
  matches_anchor: boolean;
  uses_capacity: boolean;
  handler: Handler;
  fee_fixed_outside: number;
  fee_percent_outside: number;
  payment_plan: PlanShare[] | null;
  min_tickets_per_order: number;
  /** The ticket types of a membership level with their rules; null for any other group. */
  party: PartyType[] | null;
  image: string | null;
  image_alt: string | null;
  image_focus: PictureFocus | null;
};

export const typeNames = (pipeline: Pipeline, seller_id: string, type_ids: readonly string[]): Promise<TypeName[]> =>
  statement(
    pipeline,
    `select y.id, row_number() over (order by e.rank, e.name, g.rank, g.id, y.rank, y.name) as display_rank,
       y.name as type_name, g.name as group_name, e.name as event_name, e.event_type, e.timezone,
       e.meta ->> 'ticket_date_time' as ticket_date_time,
       coalesce(e.meta ->> 'names_start' = 'true', false) as names_start, ${paddingColumns},
       coalesce(e.meta ->> 'tickets_must_match_anchor_tickets' = 'true', false) as matches_anchor,
       not g.exclude_from_event_capacity as uses_capacity,
       g.handler, g.payment_plan, g.min_tickets_per_order, ${partyColumn} as party, y.fee_fixed_outside, y.fee_percent_outside,
       coalesce(e.meta ->> 'image_profile', e.meta ->> 'image_cover') as image, e.meta ->> 'image_profile_alt_text' as image_alt,
       case when e.meta ->> 'image_profile' is null then e.meta -> 'image_cover_focus' else e.meta -> 'image_profile_focus' end as image_focus
     from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from ticket_type where seller_id = $1 and id = asked.key offset 0) y
     cross join lateral (select * from ticket_group where seller_id = $1 and id = y.ticket_group_id offset 0) g
     cross join lateral (select * from event_template where seller_id = $1 and id = g.event_template_id offset 0) e`,
    [seller_id, type_ids],
  );

export type SessionTimes = {
  id: string;
  start_datetime: string;
  end_datetime: string;
  local_day: string;
  local_start: string;
  cancelled: boolean;
};

export const sessionTimes = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<SessionTimes[]> =>
  statement(
    pipeline,
    `select s.id, s.start_datetime, s.end_datetime, s.local_day, s.local_start, s.cancelled from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from event_session where seller_id = $1 and id = asked.key offset 0) s`,
    [seller_id, session_ids],
  );
