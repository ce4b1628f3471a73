import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { HoldNo } from "@foyer/rules/shelf.ts";
import { judgeSeats, type SeatShelf } from "@foyer/rules/seatHold.ts";
import type { KnownSeats, SeatRow } from "./seats.sql.ts";

type Seated = { readonly event_session_id: string | null; readonly seat_id: string | null };

const placeOf = (event_session_id: string, seat_id: string): string => `${event_session_id} ${seat_id}`;

/** The seats of one transaction: whose they were when they were locked, and what each change makes of it. */
export class SeatSheet {
  readonly #seats: ReadonlyMap<string, SeatRow>;
  readonly #taken: Set<string>;

  constructor({ seats, taken }: KnownSeats) {
    this.#seats = new Map(seats.map((seat) => [seat.id, seat]));
    this.#taken = new Set(taken.map(({ event_session_id, seat_id }) => placeOf(event_session_id, seat_id)));
  }

  judge(add: readonly TicketsWanted[], shelf: Pick<SeatShelf, "groups" | "types">): HoldNo | undefined {
    return judgeSeats(add, {
      ...shelf,
      seats: this.#seats,
      isTaken: (event_session_id, seat_id) => this.#taken.has(placeOf(event_session_id, seat_id)),
    });
  }

  /** What its ticket says. */
  nameOf(seat_id: string | null): string | null {
    return (seat_id && this.#seats.get(seat_id)?.name) || null;
  }

  /** Tickets come with their seats, or give them back. */
  move(tickets: readonly Seated[], sign: 1 | -1): void {
    for (const { event_session_id, seat_id } of tickets) {
      if (!event_session_id || !seat_id) continue;
      if (sign > 0) this.#taken.add(placeOf(event_session_id, seat_id));
      else this.#taken.delete(placeOf(event_session_id, seat_id));
    }
  }
}
