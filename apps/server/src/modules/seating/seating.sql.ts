import type { SeatKind, SeatMapShape } from "@foyer/contract/shop/seating.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { statement, statementWithFreshPlan } from "../../db/statements/statement.ts";

export type SeatMapRow = {
  id: string;
  name: string;
  width: number;
  height: number;
  other_elements: SeatMapShape[];
  map_geometry: SeatMapShape[];
  /** Increases with every import that changes something. */
  catalogue_version: number;
};

/** The seat map of an event; undefined if it has no numbered seats. */
export const seatMapRow = async (
  { db, seller }: RequestContext,
  event_template_id: string,
): Promise<SeatMapRow | undefined> => {
  const [row] = await statement<SeatMapRow>(
    db,
    `select m.id, m.name, m.width, m.height, m.other_elements, m.map_geometry, (select catalogue_version from seller where id = $1) as catalogue_version
     from event_template e join seat_map m on m.seller_id = e.seller_id and m.id = e.seat_map_id
     where e.seller_id = $1 and e.id = $2`,
    [seller.id, event_template_id],
  );
  return row;
};

export type HallSeatRow = {
  id: string;
  name: string;
  section: string;
  row: string;
  label: string;
  zone: string;
  x: number;
  y: number;
  r: number;
  previous_id: string | null;
  next_id: string | null;
  kind: SeatKind | null;
  note: string | null;
};

/** All seats of a seat map. */
export const seatRows = ({ db, seller }: RequestContext, seat_map_id: string): Promise<HallSeatRow[]> =>
  statement(
    db,
    `select s.id, s.name, s.section, s."row", s.label, s.zone, s.x, s.y, s.r, s.previous_id, s.next_id, s.kind, s.note
     from seat s where s.seller_id = $1 and s.seat_map_id = $2 and not s.retired order by s.rank`,
    [seller.id, seat_map_id],
  );

/** Seats taken in a session, by tickets or by the house. Seats of an expired hold count as free at once, swept or not, except during a payment. */
export const takenSeatIds = async (
  { db, seller }: RequestContext,
  event_session_id: string,
): Promise<ReadonlySet<string>> => {
  const rows = await statementWithFreshPlan<{ seat_id: string }>(
    db,
    `select t.seat_id from ticket t join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
     where t.seller_id = $1 and t.event_session_id = $2 and t.seat_id is not null
       and (t.state in ('booked', 'redeemed') or t.state in ('held', 'in_cart')
         and not (c.state = 'pending' and c.expires_at <= app_now() and (c.leased_until is null or c.leased_until <= app_now())))
     union all
     select h.seat_id from house_seat h where h.seller_id = $1 and h.event_session_id = $2`,
    [seller.id, event_session_id],
  );
  return new Set(rows.map(({ seat_id }) => seat_id));
};

/** The zones that seated groups sell. */
export const zonesOfGroups = (
  { db, seller }: RequestContext,
  group_ids: readonly string[],
): Promise<{ id: string; seat_zones: string[] }[]> =>
  statement(
    db,
    `select id, seat_zones from ticket_group where seller_id = $1 and id = any($2::uuid[]) order by rank, id`,
    [seller.id, group_ids],
  );
