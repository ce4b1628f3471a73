/**
 * The fields that decide which places a ticket takes: one in its session, if its group counts there, and one in its group.
 */
type PlacedTicket = {
  readonly ticket_group_id: string;
  readonly event_session_id: string | null;
  /** It counts against the capacity of its session. */
  readonly uses_capacity: boolean;
};

/** A ticket of an order that a change gives up: a new ticket can take over its place. */
export type ReplacedTicket = PlacedTicket & { readonly id: string };

/** Tickets that are given up, by id, whose places others take over. */
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

/** From the closest match to the loosest. A place in a session is scarcer than one in a group. */
const likenesses: readonly ((from: PlacedTicket, to: PlacedTicket) => boolean)[] = [
  (from, to) => to.uses_capacity && isSameSession(from, to) && isSameGroup(from, to),
  (from, to) => to.uses_capacity && isSameSession(from, to),
  isSameGroup,
];

/**
 * Lets the new tickets of a change take over the places of the tickets that it gives up, each place once. The old ticket
 * stays with the order until the change completes; until then the two count as one.
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

/** Does the ticket take over its place in the session from a ticket that is given up? */
export const takesSessionPlace = (ticket: PlaceTaker, givenUp: GivenUpTickets): boolean => {
  const from = givenUp.get(ticket.takes_place_of ?? "");
  return from !== undefined && isSameSession(from, ticket);
};

/** Does the ticket take over its place in the group from a ticket that is given up? */
export const takesGroupPlace = (ticket: PlaceTaker, givenUp: GivenUpTickets): boolean => {
  const from = givenUp.get(ticket.takes_place_of ?? "");
  return from !== undefined && isSameGroup(from, ticket);
};
