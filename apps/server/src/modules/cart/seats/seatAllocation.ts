import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { HoldRejection } from "@foyer/rules/hold/catalogSnapshot.ts";
import { checkSeats, type SeatSnapshot } from "@foyer/rules/seating/checkSeats.ts";
import type { LoadedSeats, LockedSeat } from "./seats.sql.ts";

type SeatedTicket = { readonly event_session_id: string | null; readonly seat_id: string | null };

const seatKey = (event_session_id: string, seat_id: string): string => `${event_session_id} ${seat_id}`;

/** The seats of one transaction: which were taken when they were locked, and how each change moves it. */
export class SeatAllocation {
  readonly #seats: ReadonlyMap<string, LockedSeat>;
  readonly #taken: Set<string>;

  constructor({ seats, taken }: LoadedSeats) {
    this.#seats = new Map(seats.map((seat) => [seat.id, seat]));
    this.#taken = new Set(taken.map(({ event_session_id, seat_id }) => seatKey(event_session_id, seat_id)));
  }

  check(add: readonly TicketRequest[], snapshot: Pick<SeatSnapshot, "groups" | "types">): HoldRejection | undefined {
    return checkSeats(add, {
      ...snapshot,
      seats: this.#seats,
      isTaken: (event_session_id, seat_id) => this.#taken.has(seatKey(event_session_id, seat_id)),
    });
  }

  /** The name printed on the ticket. */
  nameOf(seat_id: string | null): string | null {
    return (seat_id && this.#seats.get(seat_id)?.name) || null;
  }

  /** Tickets take their seats, or give them back. */
  applyTickets(tickets: readonly SeatedTicket[], sign: 1 | -1): void {
    for (const { event_session_id, seat_id } of tickets) {
      if (!event_session_id || !seat_id) continue;
      if (sign > 0) this.#taken.add(seatKey(event_session_id, seat_id));
      else this.#taken.delete(seatKey(event_session_id, seat_id));
    }
  }
}
