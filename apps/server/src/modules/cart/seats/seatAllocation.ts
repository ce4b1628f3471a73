import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { HoldRejection } from "@foyer/rules/hold/catalogSnapshot.ts";
import { checkSeats, type SeatSnapshot } from "@foyer/rules/seating/checkSeats.ts";
import type { NewTicketRow } from "../hold/hold.sql.ts";
import type { LoadedSeats, LockedSeat } from "./seats.sql.ts";

type SeatedTicket = { readonly event_session_id: string | null; readonly seat_id: string | null };

const seatKey = (event_session_id: string, seat_id: string): string => `${event_session_id} ${seat_id}`;

/** The seats of one transaction: which were taken when they were locked, and the effect of each change. */
export class SeatAllocation {
  readonly #seats: ReadonlyMap<string, LockedSeat>;
  readonly #taken: Set<string>;

  constructor({ seats, taken }: LoadedSeats) {
    this.#seats = new Map(seats.map((seat) => [seat.id, seat]));
    this.#taken = new Set(taken.map(({ event_session_id, seat_id }) => seatKey(event_session_id, seat_id)));
  }

  /** The request gives up the seats of `givenUp`. */
  check(
    add: readonly TicketRequest[],
    snapshot: Pick<SeatSnapshot, "groups" | "types">,
    givenUp: readonly SeatedTicket[],
  ): HoldRejection | undefined {
    const kept = new Set(
      givenUp.map(({ event_session_id, seat_id }) => seatKey(event_session_id ?? "", seat_id ?? "")),
    );
    return checkSeats(add, {
      ...snapshot,
      seats: this.#seats,
      isTaken: (event_session_id, seat_id) => {
        const key = seatKey(event_session_id, seat_id);
        return this.#taken.has(key) && !kept.has(key);
      },
    });
  }

  /** The name printed on the ticket: that of its own seat, or of the seat that it keeps from a ticket of its order. */
  nameOf(
    { seat_id, keeps_seat_of }: Pick<NewTicketRow, "seat_id" | "keeps_seat_of">,
    ofOrder: readonly { readonly id: string; readonly seat_id: string | null }[] = [],
  ): string | null {
    const id = seat_id ?? ofOrder.find((ticket) => ticket.id === keeps_seat_of)?.seat_id;
    return this.#seats.get(id ?? "")?.name ?? null;
  }

  /** Marks the tickets' seats as taken (sign 1) or free (sign -1). */
  applyTickets(tickets: readonly SeatedTicket[], sign: 1 | -1): void {
    for (const { event_session_id, seat_id } of tickets) {
      if (!event_session_id || !seat_id) continue;
      if (sign > 0) this.#taken.add(seatKey(event_session_id, seat_id));
      else this.#taken.delete(seatKey(event_session_id, seat_id));
    }
  }
}
