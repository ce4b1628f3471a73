import type { QueryClient } from "@tanstack/react-query";
import { bestPosition, bestSeats } from "@foyer/rules/seating/bestSeats.ts";
import { groupsOfSeat, hallOf, selectableSeatState, type PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { EventLink } from "../../reserve/queries/eventKeys.ts";
import { seatMapQuery } from "../../reserve/queries/deferred.queries.ts";
import type { MovableTicket } from "../change/changeRequest.ts";

/** There are fewer free seats than tickets. */
export class NoSeatsError extends Error {}

/**
 * Seats at another time for seated tickets, by ticket id: the same seat where it is free, else the best free ones. Empty
 * where no ticket has a seat.
 */
export const chooseSeats = async (
  client: QueryClient,
  link: EventLink,
  event_session_id: string,
  tickets: readonly MovableTicket[],
): Promise<Readonly<Record<string, string>>> => {
  const seated = tickets.filter(({ seat_name }) => seat_name !== null);
  if (seated.length === 0) return {};
  const { map, seats } = await client.fetchQuery({ ...seatMapQuery(link, event_session_id), staleTime: 0 });
  if (!map) throw new NoSeatsError("the time has no seats");
  const hall = hallOf(seats);
  const wanted: Record<string, number> = {};
  for (const { ticket_group_id } of seated) wanted[ticket_group_id] = (wanted[ticket_group_id] ?? 0) + 1;

  const chosen: Record<string, string> = {};
  let picked: readonly PickedSeat[] = [];
  for (const { id, seat_name, ticket_group_id } of seated) {
    const same = seats.find(
      (seat) =>
        seat.name === seat_name &&
        groupsOfSeat(seat).includes(ticket_group_id) &&
        selectableSeatState(seat, { wanted, picked }) === "available",
    );
    if (!same) continue;
    chosen[id] = same.seat_template_id;
    picked = [...picked, { seat_template_id: same.seat_template_id, ticket_group_id, name: same.name }];
  }
  const kept = new Set(Object.values(chosen));
  const others = bestSeats({ hall, wanted, picked }, bestPosition(map)).filter(
    ({ seat_template_id }) => !kept.has(seat_template_id),
  );
  for (const { id, ticket_group_id } of seated.filter((ticket) => chosen[ticket.id] === undefined)) {
    const index = others.findIndex((seat) => seat.ticket_group_id === ticket_group_id);
    const [seat] = index < 0 ? [] : others.splice(index, 1);
    if (!seat) throw new NoSeatsError("too few seats are free");
    chosen[id] = seat.seat_template_id;
  }
  return chosen;
};
