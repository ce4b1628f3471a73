import type { ChangeRules } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { GroupMeta } from "@foyer/contract/shop/catalog.ts";
import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { ContentTicket } from "@foyer/rules/hold/cartContents.ts";
import type { TicketTable } from "../../../db/schema/carts.ts";
import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";
import { takesSessionPlaceColumn } from "../../catalog/offer/takenPlaces.ts";
import { partyColumn } from "../../catalog/events/levelColumns.ts";

/** A ticket of an order with everything that decides its changes. Amounts in minor units. */
export type OrderTicket = ContentTicket & {
  readonly id: string;
  readonly state: TicketTable["state"];
  readonly handler: Handler;
  readonly adjusted_value: number;
  readonly fee_fixed: number;
  readonly fee_percent: number;
  readonly session_cancelled: boolean;
  /** Until when the buyer may choose what happens with the visit; null if staff offer no choice. */
  readonly choice_until: string | null;
  /** The session has no places left. An expired hold counts as free. */
  readonly session_sold_out: boolean;
  /** The sending that gave the ticket to another person; null while the buyer has it. */
  readonly sending_id: string | null;
  readonly event_category: string | null;
  readonly event_self_edit: ChangeRules | null;
  /** Whether its event asks for city-pass vouchers; null uses the seller's setting. */
  readonly event_citypass: boolean | null;
  readonly group_meta: GroupMeta;
  readonly event_meta: EventMeta;
  readonly seat_id: string | null;
  /** It takes no capacity, so no other ticket can take over its place. */
  readonly is_oversold: boolean;
  /** The survey of its group. */
  readonly survey: SurveySpec | null;
};

/** Evaluated once per order and starting from overdue carts, of which there are usually none. */
const sessionsWithOverdueHolds = `array(
  select x.event_session_id from cart c
  join ticket x on x.seller_id = c.seller_id and x.cart_id = c.id and x.state in ('held', 'in_cart')
  join ticket_group xg on xg.seller_id = x.seller_id and xg.id = x.ticket_group_id and not xg.exclude_from_event_capacity
  where c.seller_id = $1 and c.state = 'pending' and c.expires_at <= app_now() and (c.leased_until is null or c.leased_until <= app_now())
    and x.event_session_id is not null and not ${takesSessionPlaceColumn("x")})`;

/**
 * Until when a bulk job lets the buyer of the order $2 choose about its ticket `t`: the start of the job's day in the
 * seller's time zone.
 */
const choiceUntil = `(
  select max(j.from_day::timestamp at time zone x.timezone) from bulk_item i
  join bulk_job j on j.seller_id = $1 and j.id = i.bulk_job_id and j.choice_subject is not null and j.state in ('running', 'paused')
    and (cardinality(j.session_ids) = 0 or t.event_session_id = any(j.session_ids))
  join seller x on x.id = $1
  where i.seller_id = $1 and i.ticket_order_id = $2 and i.state = 'left' and t.event_session_id is not null
    and j.from_day::timestamp at time zone x.timezone > app_now())`;

/** Every ticket that an order has or had, in a fixed sequence, so that a change always pairs them in the same way. */
export const readOrderTickets = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<OrderTicket[]> =>
  statement(
    pipeline,
    `select t.id, t.state, t.sending_id, t.ticket_type_id, t.ticket_group_id, t.event_template_id, t.event_session_id, t.seat_id, t.is_oversold,
       t.adjusted_value, t.fee_fixed, t.fee_percent, t.handler_data, t.needs_anchor,
       g.handler, g.name as group_name, g.min_tickets_per_order, ${partyColumn} as party, not g.exclude_from_event_capacity as uses_capacity,
       e.timezone, e.category as event_category, e.meta -> 'self_edit' as event_self_edit, e.config -> 'citypass' as event_citypass, g.meta as group_meta, e.meta as event_meta, g.additional_info_spec as survey,
       coalesce(e.meta ->> 'tickets_must_match_anchor_tickets' = 'true', false) as matches_anchor,
       s.start_datetime, s.end_datetime, coalesce(s.cancelled, false) as session_cancelled,
       coalesce(s.capacity >= 0 and s.used_capacity >= s.capacity + s.oversell_capacity and s.id <> all(${sessionsWithOverdueHolds}), false)
         as session_sold_out, ${choiceUntil} as choice_until
     from ticket t
     cross join lateral (select * from ticket_type where seller_id = $1 and id = t.ticket_type_id ${optimizationFence}) y
     cross join lateral (select * from ticket_group where seller_id = $1 and id = t.ticket_group_id ${optimizationFence}) g
     cross join lateral (select * from event_template where seller_id = $1 and id = t.event_template_id ${optimizationFence}) e
     left join lateral (select * from event_session where seller_id = $1 and id = t.event_session_id ${optimizationFence}) s on true
     where t.seller_id = $1 and t.ticket_order_id = $2 and t.state in ('booked', 'redeemed', 'cancelled')
     order by t.id`,
    [seller_id, order_id],
  );
