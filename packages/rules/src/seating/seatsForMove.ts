import type { Seat, SeatMap } from "@foyer/contract/shop/seating.ts";
import { bestPosition, bestSeats } from "./bestSeats.ts";
import { groupsOfSeat, hallOf, selectableSeatState, type PickedSeat } from "./selectSeat.ts";

/** A ticket that gets a seat in another session. `seat_name`: the name of its current seat. */
export type SeatedTicket = { readonly id: string; readonly ticket_group_id: string; readonly seat_name: string | null };

/**
 * Seats in another session, by ticket id: the same seat if it is free, otherwise the best free ones; undefined if too few
 * are free.
 */
export const seatsForMove = (
  { map, seats }: { readonly map: SeatMap; readonly seats: readonly Seat[] },
  tickets: readonly SeatedTicket[],
): Readonly<Record<string, string>> | undefined => {
  const hall = hallOf(seats);
  const wanted: Record<string, number> = {};
  for (const { ticket_group_id } of tickets) wanted[ticket_group_id] = (wanted[ticket_group_id] ?? 0) + 1;

  const chosen: Record<string, string> = {};
  let picked: readonly PickedSeat[] = [];
  for (const { id, seat_name, ticket_group_id } of tickets) {
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
  for (const { id, ticket_group_id } of tickets.filter((ticket) => chosen[ticket.id] === undefined)) {
    const index = others.findIndex((seat) => seat.ticket_group_id === ticket_group_id);
    const [seat] = index < 0 ? [] : others.splice(index, 1);
    if (!seat) return undefined;
    chosen[id] = seat.seat_template_id;
  }
  return chosen;
};
