import type { RefusalCode } from "@foyer/contract/errors.ts";
import { roomLeft } from "../catalog/capacity.ts";
import type { WithExemptions } from "../sale/counterExemptions.ts";
import { takesGroupPlace, takesSessionPlace, type GivenUpTickets } from "./takeOverPlaces.ts";
import type { Buyer, HeldTicket, NewTicket, CatalogSnapshot, Rejected } from "./catalogSnapshot.ts";

/** A rejection with the fields of its error reply; without a description the reply uses the code's general text. */
export const reject = (code: RefusalCode, extra: Record<string, unknown> = {}, description?: string): Rejected => ({
  rejection: { code, extra, ...(description !== undefined && { description }) },
});

const countBy = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null && key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Limits per order, including the tickets already in the cart. */
export const checkOrderLimits = (
  tickets: readonly NewTicket[],
  { held }: Buyer,
  catalog: CatalogSnapshot & WithExemptions,
): Rejected | undefined => {
  const heldOfGroup = countBy(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of countBy(tickets, (ticket) => ticket.ticket_group_id)) {
    const group = catalog.groups.get(ticket_group_id);
    if (!group || catalog.exemptions(group).order_limits) continue;
    const inOrder = count + (heldOfGroup.get(ticket_group_id) ?? 0);
    const { max_tickets_per_order: max, min_tickets_per_order: min } = group;
    if (max >= 0 && inOrder > max)
      return reject("max_tickets_per_order_exceeded", { ticket_group_id, group: group.name, max });
    if (inOrder < min) return reject("min_tickets_per_order_not_met", { ticket_group_id, group: group.name, min });
  }
  return undefined;
};

/** The event's limit per order, across its groups. New tickets of a group that is exempt from the limit do not count. */
export const checkEventLimits = (
  tickets: readonly NewTicket[],
  { held }: Buyer,
  catalog: CatalogSnapshot & WithExemptions,
): Rejected | undefined => {
  const isLimited = ({ ticket_group_id }: NewTicket): boolean => {
    const group = catalog.groups.get(ticket_group_id);
    return group !== undefined && catalog.exemptions(group).order_limits !== true;
  };
  const heldOfEvent = countBy(held, (ticket) => ticket.event_template_id);
  for (const [event_template_id, count] of countBy(tickets.filter(isLimited), (ticket) => ticket.event_template_id)) {
    const first = tickets.find((ticket) => ticket.event_template_id === event_template_id);
    const event = catalog.groups.get(first?.ticket_group_id ?? "")?.event;
    const max = event?.meta.max_tickets_per_order;
    if (max !== undefined && count + (heldOfEvent.get(event_template_id) ?? 0) > max)
      return reject("max_tickets_per_order_exceeded", { event_template_id, group: event?.name, max });
  }
  return undefined;
};

/**
 * Checks the capacity of all sessions and groups for all tickets of the request together. Reports 'sold out' only for a
 * cart without tickets for that session or group. A ticket that replaces one that is given up needs no free place.
 */
export const checkCapacity = (
  tickets: readonly NewTicket[],
  { held, givenUp = [] }: Buyer,
  catalog: CatalogSnapshot,
): Rejected | undefined => {
  const places = new Map(givenUp.map((ticket) => [ticket.id, ticket]));
  const heldOfSession = countBy(held, (ticket) => ticket.event_session_id);
  for (const [event_session_id, count] of placesPerSession(tickets, catalog, places)) {
    const session = catalog.sessions.get(event_session_id);
    if (!session || count <= roomLeft(session)) continue;
    const soldOut = roomLeft(session) === 0 && !heldOfSession.has(event_session_id);
    return reject(soldOut ? "event_session_sold_out" : "session_capacity_exceeded", { event_session_id });
  }

  const heldOfGroup = countBy(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of placesPerGroup(tickets, places)) {
    const group = catalog.groups.get(ticket_group_id);
    if (!group || count <= roomLeft(group)) continue;
    const soldOut = roomLeft(group) === 0 && !heldOfGroup.has(ticket_group_id);
    return reject(soldOut ? "ticket_group_sold_out" : "ticket_group_capacity_exceeded", {
      ticket_group_id,
      group: group.name,
    });
  }
  return undefined;
};

/**
 * Marks the tickets that exceed the capacity as oversold, so that they take no place of their session, of their group, or
 * of a ticket that is given up. The others take the places that are left.
 */
export const oversell = <Ticket extends NewTicket>(
  tickets: readonly Ticket[],
  { givenUp = [] }: Pick<Buyer, "givenUp">,
  catalog: Pick<CatalogSnapshot, "sessions" | "groups">,
): readonly Ticket[] => {
  const places = new Map(givenUp.map((ticket) => [ticket.id, ticket]));
  const fitting: Ticket[] = [];
  return tickets.map((ticket) => {
    const fits = hasRoom([...fitting, ticket], catalog, places);
    if (fits) fitting.push(ticket);
    return fits ? ticket : { ...ticket, is_oversold: true, takes_place_of: null };
  });
};

const hasRoom = (
  tickets: readonly NewTicket[],
  catalog: Pick<CatalogSnapshot, "sessions" | "groups">,
  places: GivenUpTickets,
): boolean => {
  const fitsIn = <Counted extends Parameters<typeof roomLeft>[0]>(
    counts: ReadonlyMap<string, number>,
    counted: ReadonlyMap<string, Counted>,
  ): boolean =>
    [...counts].every(([id, count]) => {
      const one = counted.get(id);
      return !one || count <= roomLeft(one);
    });
  return (
    fitsIn(placesPerSession(tickets, catalog, places), catalog.sessions) &&
    fitsIn(placesPerGroup(tickets, places), catalog.groups)
  );
};

type TicketCapacityKeys = Pick<HeldTicket, "ticket_group_id" | "event_session_id"> & {
  readonly takes_place_of?: string | null;
  readonly is_oversold?: boolean;
};

/**
 * The number of places that tickets take in each session. Tickets of groups outside its capacity, and those that take over
 * the place of a ticket that is given up, do not count.
 */
export const placesPerSession = (
  tickets: readonly TicketCapacityKeys[],
  { groups }: Pick<CatalogSnapshot, "groups">,
  givenUp: GivenUpTickets,
): Map<string, number> =>
  countBy(tickets, (ticket) =>
    ticket.is_oversold ||
    groups.get(ticket.ticket_group_id)?.exclude_from_event_capacity ||
    takesSessionPlace(ticket, givenUp)
      ? null
      : ticket.event_session_id,
  );

/** The same for each group. */
export const placesPerGroup = (tickets: readonly TicketCapacityKeys[], givenUp: GivenUpTickets): Map<string, number> =>
  countBy(tickets, (ticket) =>
    ticket.is_oversold || takesGroupPlace(ticket, givenUp) ? null : ticket.ticket_group_id,
  );
