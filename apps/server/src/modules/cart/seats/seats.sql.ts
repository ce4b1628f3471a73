import { hasSeats } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import { statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type LockedSeat = { id: string; name: string; retired: boolean; groups: string[] };
export type TakenSeat = { event_session_id: string; seat_id: string };
/** The requested seats, and which of them are taken in the requested sessions. */
export type LoadedSeats = { readonly seats: readonly LockedSeat[]; readonly taken: readonly TakenSeat[] };

/** Locks seats against an import that retires them, and reads the seated groups that sell them. */
export const lockSeats = (pipeline: Pipeline, seller_id: string, seat_ids: readonly string[]): Promise<LockedSeat[]> =>
  statement(
    pipeline,
    `select s.id, s.name, s.retired, array(
       select g.id from event_template e
       join ticket_group g on g.seller_id = e.seller_id and g.event_template_id = e.id and g.handler in ${handlerList(hasSeats)} and s.zone = any(g.seat_zones)
       where e.seller_id = $1 and e.seat_map_id = s.seat_map_id) as groups
     from seat s where s.seller_id = $1 and s.id = any($2::uuid[]) order by s.id for key share of s`,
    [seller_id, seat_ids],
  );

/**
 * The seats taken by tickets or by the house. Read after the sessions are locked: nobody can take a seat without that
 * lock.
 */
export const takenSeatRows = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
  seat_ids: readonly string[],
): Promise<TakenSeat[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.event_session_id, t.seat_id from ticket t
     where t.seller_id = $1 and t.event_session_id = any($2::uuid[]) and t.seat_id = any($3::uuid[])
       and t.state in ('held', 'in_cart', 'booked', 'redeemed')
     union all
     select h.event_session_id, h.seat_id from house_seat h
     where h.seller_id = $1 and h.event_session_id = any($2::uuid[]) and h.seat_id = any($3::uuid[])`,
    [seller_id, session_ids, seat_ids],
  );
