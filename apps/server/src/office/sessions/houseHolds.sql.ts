import type { HouseHall, HouseHold, HouseSeat } from "@foyer/contract/office/catalogue/houseHolds.ts";
import { hasSeats } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../db/handlerList.ts";
import { statementWithFreshPlan, withAnswer, type Pipeline } from "../../db/statements/statement.ts";

type OfSession = { readonly event_template_id: string; readonly event_session_id: string };

/** Locks a session, like everything that takes or frees its places. Returns false if it does not belong to the event. */
export const lockSessionOfEvent = async (
  pipeline: Pipeline,
  seller_id: string,
  { event_template_id, event_session_id }: OfSession,
): Promise<boolean> => {
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select id from event_session where seller_id = $1 and event_template_id = $2 and id = $3 and not retired for update`,
    [seller_id, event_template_id, event_session_id],
  );
  return rows.length > 0;
};

/** Raises or lowers the number of used places. Returns false if fewer places are left. */
export const countPlaces = async (
  pipeline: Pipeline,
  seller_id: string,
  { event_session_id, places }: Pick<OfSession, "event_session_id"> & { readonly places: number },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `update event_session s set used_capacity = s.used_capacity + $3::int where s.seller_id = $1 and s.id = $2
       and ($3::int <= 0 or s.capacity < 0 or s.used_capacity + $3::int <= s.capacity + s.oversell_capacity) returning s.id`,
    [seller_id, event_session_id, places],
  );
  return rows.length > 0;
};

export type SeatToKeep = {
  readonly id: string;
  readonly name: string;
  readonly counts: boolean;
  readonly taken: boolean;
};

/**
 * Seats of the event's hall by their ids, locked against an import that retires them. Read them behind the lock of the
 * session, without which nobody can take a seat.
 */
export const seatsToKeep = (
  pipeline: Pipeline,
  seller_id: string,
  { event_template_id, event_session_id, seat_ids }: OfSession & { readonly seat_ids: readonly string[] },
): Promise<SeatToKeep[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, s.name,
       exists (select from ticket_group g where g.seller_id = $1 and g.event_template_id = $2 and not g.retired
         and g.handler in ${handlerList(hasSeats)} and s.zone = any(g.seat_zones) and not g.exclude_from_event_capacity) as counts,
       exists (select from ticket t where t.seller_id = $1 and t.event_session_id = $3 and t.seat_id = s.id
         and t.state in ('held', 'in_cart', 'booked', 'redeemed'))
       or exists (select from house_seat h where h.seller_id = $1 and h.event_session_id = $3 and h.seat_id = s.id) as taken
     from seat s where s.seller_id = $1 and s.id = any($4::uuid[]) and not s.retired
       and s.seat_map_id = (select e.seat_map_id from event_template e where e.seller_id = $1 and e.id = $2)
     order by s.id for key share of s`,
    [seller_id, event_template_id, event_session_id, seat_ids],
  );

export type NewHouseHold = Pick<HouseHold, "id" | "kind" | "name" | "reason" | "places"> & {
  readonly event_session_id: string;
  readonly staff_id: string;
};

export const insertHouseHold = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, event_session_id, kind, name, reason, places, staff_id }: NewHouseHold,
  seats: readonly SeatToKeep[],
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `insert into house_hold (seller_id, id, event_session_id, kind, name, reason, places, staff_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seller_id, id, event_session_id, kind, name, reason, places, staff_id],
  );
  if (seats.length === 0) return;
  await statementWithFreshPlan(
    pipeline,
    `insert into house_seat (seller_id, event_session_id, seat_id, house_hold_id, counts)
     select $1, $2, w.seat_id, $3, w.counts from unnest($4::uuid[], $5::bool[]) as w (seat_id, counts) ${withAnswer}`,
    [seller_id, event_session_id, id, seats.map((seat) => seat.id), seats.map(({ counts }) => counts)],
  );
};

/** Places that the same person has kept in the same way within the last seconds, and not released. */
export const equalHouseHold = async (
  pipeline: Pipeline,
  seller_id: string,
  { event_session_id, kind, name, reason, places, staff_id }: Omit<NewHouseHold, "id">,
  seconds: number,
): Promise<string | undefined> => {
  const [row] = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select id from house_hold where seller_id = $1 and event_session_id = $2 and kind = $3 and name = $4 and reason = $5 and places = $6
       and staff_id = $7 and created_at > app_now() - make_interval(secs => $8::int) limit 1`,
    [seller_id, event_session_id, kind, name, reason, places, staff_id, seconds],
  );
  return row?.id;
};

type HouseHoldRow = Omit<HouseHold, "seats">;

/** The kept and blocked places of a session, ordered by time. */
export const houseHolds = (pipeline: Pipeline, seller_id: string, session_id: string): Promise<HouseHoldRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select h.id, h.kind, h.name, h.reason, s.name as by, h.created_at as at, h.places
     from house_hold h join staff s on s.id = h.staff_id
     where h.seller_id = $1 and h.event_session_id = $2 order by h.created_at, h.id limit 1000`,
    [seller_id, session_id],
  );

export type KeptSeat = {
  readonly house_hold_id: string;
  readonly id: string;
  readonly name: string;
  readonly counts: boolean;
};

/** The seats among them, in the hall's order. */
export const keptSeats = (pipeline: Pipeline, seller_id: string, session_id: string): Promise<KeptSeat[]> =>
  statementWithFreshPlan(
    pipeline,
    `select h.house_hold_id, h.seat_id as id, s.name, h.counts
     from house_seat h join seat s on s.seller_id = $1 and s.id = h.seat_id
     where h.seller_id = $1 and h.event_session_id = $2 order by s.rank, s.id`,
    [seller_id, session_id],
  );

/** The event's hall; undefined without numbered seats. */
export const hallOfEvent = async (
  pipeline: Pipeline,
  seller_id: string,
  event_template_id: string,
): Promise<HouseHall | undefined> => {
  const [hall] = await statementWithFreshPlan<HouseHall>(
    pipeline,
    `select m.name, m.width, m.height, m.other_elements, m.map_geometry from seat_map m where m.seller_id = $1
       and m.id = (select e.seat_map_id from event_template e where e.seller_id = $1 and e.id = $2)`,
    [seller_id, event_template_id],
  );
  return hall;
};

/** Every seat of the event's hall with its state in a session. */
export const seatsOfSession = (
  pipeline: Pipeline,
  seller_id: string,
  { event_template_id, event_session_id }: OfSession,
): Promise<HouseSeat[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, s.name, s.section, s."row", s.label, s.x, s.y, s.r, s.kind, s.next_id as next, coalesce(
       (select h.kind from house_seat x join house_hold h on h.seller_id = $1 and h.id = x.house_hold_id
         where x.seller_id = $1 and x.event_session_id = $3 and x.seat_id = s.id),
       (select case when t.state in ('booked', 'redeemed') then 'sold' else 'held' end from ticket t
         where t.seller_id = $1 and t.event_session_id = $3 and t.seat_id = s.id and t.state in ('held', 'in_cart', 'booked', 'redeemed') limit 1),
       'free') as state
     from seat s where s.seller_id = $1 and not s.retired
       and s.seat_map_id = (select e.seat_map_id from event_template e where e.seller_id = $1 and e.id = $2)
     order by s.rank, s.id`,
    [seller_id, event_template_id, event_session_id],
  );

export const deleteHouseSeats = async (
  pipeline: Pipeline,
  seller_id: string,
  { house_hold_id, seat_ids }: { readonly house_hold_id: string; readonly seat_ids: readonly string[] },
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `delete from house_seat where seller_id = $1 and house_hold_id = $2 and seat_id = any($3::uuid[])`,
    [seller_id, house_hold_id, seat_ids],
  );
};

/** Sets the remaining places of a hold; with `isOver` the hold is deleted. */
export const setHeldPlaces = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    house_hold_id,
    places,
    isOver,
  }: { readonly house_hold_id: string; readonly places: number; readonly isOver: boolean },
): Promise<void> => {
  const where = "where seller_id = $1 and id = $2";
  if (isOver) await statementWithFreshPlan(pipeline, `delete from house_hold ${where}`, [seller_id, house_hold_id]);
  else
    await statementWithFreshPlan(pipeline, `update house_hold set places = $3 ${where}`, [
      seller_id,
      house_hold_id,
      places,
    ]);
};
