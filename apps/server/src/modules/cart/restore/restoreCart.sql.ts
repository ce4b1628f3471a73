import type { Handler } from "@foyer/contract/handlers.ts";
import { takesGroupPlaceColumn, takesSessionPlaceColumn } from "../../catalog/offer/takenPlaces.ts";
import { inOneTrip, statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

export type ReleasedTicket = {
  id: string;
  event_session_id: string | null;
  ticket_group_id: string;
  seat_id: string | null;
  voucher: string | null;
  /** The price including fees. */
  cost: number;
  /** The discount included in its price. */
  reduced_by: number;
  /** Sold only to members. */
  for_members: boolean;
  /** Sold with a payment plan. */
  planned: boolean;
  /** Whether it takes over the place of its session, and that of its group, from a ticket that its order still has. */
  takes_session_place: boolean;
  takes_group_place: boolean;
  event_template_id: string;
  handler: Handler;
  name: string;
  member_event_ticket_type: string | null;
  timezone: string;
};

/**
 * The tickets that a cart lost when it expired: their transitions have the time of the cart's, because they were written
 * in the same transaction. Tickets removed earlier are not included. Empty if another version expired.
 */
export const releasedTicketRows = (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
  cart_version: number,
): Promise<ReleasedTicket[]> =>
  statement(
    pipeline,
    `select t.id, t.event_session_id, t.ticket_group_id, t.seat_id, t.voucher, t.adjusted_value + t.fee_fixed + t.fee_percent as cost,
       t.face_value - t.adjusted_value as reduced_by, t.event_template_id, g.handler, g.payment_plan is not null as planned,
       y.name, y.member_event_ticket_type, e.timezone,
       'public_member_only' in (g.hidden_type, e.hidden_type) as for_members,
       ${takesSessionPlaceColumn("t")} as takes_session_place, ${takesGroupPlaceColumn("t")} as takes_group_place
     from cart c
     join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state = 'unbooked'
     join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
     join ticket_type y on y.seller_id = t.seller_id and y.id = t.ticket_type_id
     join event_template e on e.seller_id = t.seller_id and e.id = t.event_template_id
     where c.seller_id = $1 and c.id = $2 and c.state = 'expired' and c.version = $3::int + 1
       and (select max(m.at) from transition m where m.seller_id = $1 and m.entity_id = t.id and m.entity = 'ticket' and m.to_state = 'unbooked')
         = (select max(m.at) from transition m where m.seller_id = $1 and m.entity_id = c.id and m.entity = 'cart' and m.to_state = 'expired')
     order by t.id`,
    [seller_id, cart_id, cart_version],
  );

/**
 * Whether somebody else, or the venue as a house seat, now has one of their seats or vouchers. Unique indexes guard
 * tickets too.
 */
export const isTakenByOthers = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly ReleasedTicket[],
): Promise<boolean> => {
  const [found] = await statement<{ taken: boolean }>(
    pipeline,
    `select exists (
       select from unnest($2::uuid[], $3::uuid[], $4::text[]) as w (session_id, seat_id, voucher)
       join ticket t on t.seller_id = $1 and t.state in ('held', 'in_cart', 'booked', 'redeemed')
         and (t.seat_id = w.seat_id and t.event_session_id = w.session_id or t.voucher = w.voucher))
       or exists (
         select from unnest($2::uuid[], $3::uuid[]) as w (session_id, seat_id)
         join house_seat h on h.seller_id = $1 and h.event_session_id = w.session_id and h.seat_id = w.seat_id) as taken`,
    [
      seller_id,
      tickets.map(({ event_session_id }) => event_session_id),
      tickets.map(({ seat_id }) => seat_id),
      tickets.map(({ voucher }) => voucher),
    ],
  );
  return found?.taken ?? false;
};

/** Restores the cart to the version that was paid for, with that version's tickets. */
export const writeRestoredCart = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, cart_version }: { cart_id: string; cart_version: number },
  ticket_ids: readonly string[],
): Promise<void> => {
  await inOneTrip(pipeline, (pipeline) =>
    Promise.all([
      // Runs first. Because the cart is locked, the next statements find the same rows.
      statement(
        pipeline,
        `insert into transition (seller_id, entity, entity_id, from_state, to_state)
         select t.seller_id, 'ticket', t.id, 'unbooked', 'held' from ticket t
         where t.seller_id = $1 and t.id = any($3::uuid[]) and t.state = 'unbooked'
         union all select c.seller_id, 'cart', c.id, 'expired', 'pending' from cart c
         where c.seller_id = $1 and c.id = $2 and c.state = 'expired' ${withAnswer}`,
        [seller_id, cart_id, ticket_ids],
      ),
      statement(
        pipeline,
        `update ticket t set state = 'held' where t.seller_id = $1 and t.id = any($2::uuid[]) and t.state = 'unbooked'`,
        [seller_id, ticket_ids],
      ),
      statement(
        pipeline,
        `update cart c set state = 'pending', version = $3::int, leased_until = 'infinity', released_with_hold = null
         where c.seller_id = $1 and c.id = $2 and c.state = 'expired'`,
        [seller_id, cart_id, cart_version],
      ),
    ]),
  );
};

/** Stores with an expired cart why it could not be restored. */
export const updateRestoreFailure = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
  failure: string,
): Promise<void> => {
  await statement(
    pipeline,
    `update cart set released_with_hold = coalesce(released_with_hold, '{}') || jsonb_build_object('restore_failure', $3::text)
     where seller_id = $1 and id = $2 and state = 'expired'`,
    [seller_id, cart_id, failure],
  );
};
