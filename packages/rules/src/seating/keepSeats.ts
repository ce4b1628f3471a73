/** A ticket that a change gives up, with its seat. */
export type SeatGivenUp = {
  readonly id: string;
  readonly event_session_id: string | null;
  readonly seat_id: string | null;
};

type SeatedTicket = Pick<SeatGivenUp, "event_session_id" | "seat_id"> & { readonly keeps_seat_of: string | null };

const isSameSeat = (one: Pick<SeatGivenUp, "event_session_id" | "seat_id">, other: typeof one): boolean =>
  one.seat_id !== null && one.seat_id === other.seat_id && one.event_session_id === other.event_session_id;

/**
 * Lets new tickets of a change keep the seats of the tickets that it gives up. A seat stays with the old ticket until the
 * change completes; until then the new ticket has none.
 */
export const keepSeats = <Ticket extends SeatedTicket>(
  tickets: readonly Ticket[],
  givenUp: readonly SeatGivenUp[],
): readonly Ticket[] =>
  tickets.map((ticket) => {
    const from = givenUp.find((given) => isSameSeat(given, ticket));
    return from ? { ...ticket, seat_id: null, keeps_seat_of: from.id } : ticket;
  });
