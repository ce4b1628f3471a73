import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getSeatMap } from "@foyer/contract/shop/seating.ts";
import { seatState, zoneStates } from "@foyer/rules/seating/seatState.ts";
import { hasSeats } from "@foyer/rules/catalog/handlers.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { readSession } from "../catalog/sessions/readSession.ts";
import { readHall } from "./readHall.ts";
import { takenSeatIds, zonesOfGroups } from "./seating.sql.ts";

/** The seat map of a session, with the state of each seat for this visitor. Never shows who holds a seat. */
export const readSeatMap = async (
  ctx: RequestContext,
  sent: Received<typeof getSeatMap>,
): Promise<Reply<typeof getSeatMap>> => {
  const { event_template_id, event_session_id } = sent;
  // Only groups that this visitor can buy now, so none once the session has begun.
  const { event_session, ticket_group } = await readSession(ctx, {
    event_template_id,
    event_session_id,
    "ticket_group.id._in": sent["ticket_group.id._in"],
    _embed: ["ticket_group"],
  });
  const hall = await readHall(ctx, event_template_id);
  if (!hall) throw new Refused({ code: "not_found", context: "seating" });

  const isFull = event_session._data[0]?.left === 0;
  const groups = new Map((ticket_group?._data ?? []).filter(hasSeats).map((group) => [group.id, group]));
  const zones = zoneStates(
    (await zonesOfGroups(ctx, [...groups.keys()])).flatMap(({ id, seat_zones }) => {
      const group = groups.get(id);
      if (!group) return [];
      return [{ id, zones: seat_zones, available: !group.sold_out && (!isFull || group.exclude_from_event_capacity) }];
    }),
  );
  const taken = await takenSeatIds(ctx, event_session_id);
  const seatMap = sent._withgeometry ? hall.map : { ...hall.map, other_elements: [], map_geometry: [] };
  return {
    seat_map: { _data: [seatMap] },
    seat: {
      _data: hall.seats.map(({ id, previous_id, next_id, zone, ...seat }) => ({
        ...seat,
        seat_template_id: id,
        state: seatState(zones.get(zone), taken.has(id)),
        ticket_groups: zones.get(zone)?.ticket_groups ?? "",
        previous: previous_id,
        next: next_id,
      })),
    },
  };
};
