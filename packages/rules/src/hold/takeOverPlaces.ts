/** What decides which place a ticket has: one of its session, if its group counts there, and one of its group. */
type PlacedTicket = {
  readonly ticket_group_id: string;
  readonly event_session_id: string | null;
  /** It counts against the capacity of its session. */
  readonly uses_capacity: boolean;
};

/** A ticket that an order has, and that a change of it gives up: a new ticket can take over its place. */
export type ReplacedTicket = PlacedTicket & { readonly id: string };

/** Tickets of an order by id, as far as others take over their places. */
export type GivenUpTickets = ReadonlyMap<string, PlacedTicket>;

type PlaceTaker = Pick<PlacedTicket, "ticket_group_id" | "event_session_id"> & {
  readonly takes_place_of?: string | null;
};

const isSameSession = (
  from: PlacedTicket,
  to: Pick<PlacedTicket, "event_session_id"> & Partial<PlacedTicket>,
): boolean => from.uses_capacity && from.event_session_id !== null && from.event_session_id === to.event_session_id;
const isSameGroup = (from: PlacedTicket, to: Pick<PlacedTicket, "ticket_group_id">): boolean =>
  from.ticket_group_id === to.ticket_group_id;

/** From the closest to the loosest. A place of a session is scarcer than one of a group. */
const likenesses: readonly ((from: PlacedTicket, to: PlacedTicket) => boolean)[] = [
  (from, to) => to.uses_capacity && isSameSession(from, to) && isSameGroup(from, to),
  (from, to) => to.uses_capacity && isSameSession(from, to),
  isSameGroup,
];

/**
 * Lets new tickets of a change take over the places of tickets that it gives up, each place once: what was given up stays
 * with the order until the change completes, and both are counted as one meanwhile.
 */
export const takeOverPlaces = <Ticket extends PlacedTicket>(
  tickets: readonly Ticket[],
  givenUp: readonly ReplacedTicket[],
): readonly (Ticket & { readonly takes_place_of: string | null })[] => {
  const takers = new Map<Ticket, string>();
  let left = givenUp;
  for (const isAlike of likenesses)
    for (const ticket of tickets) {
      const from = takers.has(ticket) ? undefined : left.find((given) => isAlike(given, ticket));
      if (!from) continue;
      takers.set(ticket, from.id);
      left = left.filter((given) => given !== from);
    }
  return tickets.map((ticket) => ({ ...ticket, takes_place_of: takers.get(ticket) ?? null }));
};

/** Does the ticket have its place of the session from a ticket that is given up? */
export const takesSessionPlace = (ticket: PlaceTaker, givenUp: GivenUpTickets): boolean => {
  const from = givenUp.get(ticket.takes_place_of ?? "");
  return from !== undefined && isSameSession(from, ticket);
};

/** The same of its place of the group. */
export const takesGroupPlace = (ticket: PlaceTaker, givenUp: GivenUpTickets): boolean => {
  const from = givenUp.get(ticket.takes_place_of ?? "");
  return from !== undefined && isSameGroup(from, ticket);
};
