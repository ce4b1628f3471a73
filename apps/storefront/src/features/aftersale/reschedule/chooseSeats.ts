import type { QueryClient } from "@tanstack/react-query";
import { seatsForMove } from "@foyer/rules/seating/seatsForMove.ts";
import type { EventLink } from "../../reserve/queries/eventKeys.ts";
import { seatMapQuery } from "../../reserve/queries/deferred.queries.ts";
import type { MovableTicket } from "../change/changeRequest.ts";

/** Fewer seats are free than there are tickets. */
export class NoSeatsError extends Error {}

/**
 * Seats at another time for seated tickets, by ticket id: the same seat if it is free, otherwise the best free ones. Empty
 * if no ticket has a seat.
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
  const chosen = seatsForMove({ map, seats }, seated);
  if (!chosen) throw new NoSeatsError("too few seats are free");
  return chosen;
};
