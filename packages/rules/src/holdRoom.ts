import type { RefusalCode } from "@foyer/contract/refusal.ts";
import { roomLeft } from "./capacity.ts";
import type { Buyer, HeldTicket, HoldNo, NewTicket, Shelf } from "./shelf.ts";

export const no = (
  code: RefusalCode,
  extra: Record<string, unknown> = {},
  description?: string,
): { readonly no: HoldNo } => ({ no: { code, extra, ...(description !== undefined && { description }) } });

const tally = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null && key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Limits of one order: they count what the cart holds already. */
export const judgeLimits = (
  tickets: readonly NewTicket[],
  { held }: Buyer,
  shelf: Shelf,
): { no: HoldNo } | undefined => {
  const heldOfGroup = tally(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of tally(tickets, (ticket) => ticket.ticket_group_id)) {
    const group = shelf.groups.get(ticket_group_id);
    if (!group) continue;
    const inOrder = count + (heldOfGroup.get(ticket_group_id) ?? 0);
    const { max_tickets_per_order: max, min_tickets_per_order: min } = group;
    if (max >= 0 && inOrder > max)
      return no("max_tickets_per_order_exceeded", { ticket_group_id, group: group.name, max });
    if (inOrder < min) return no("min_tickets_per_order_not_met", { ticket_group_id, group: group.name, min });
  }
  return undefined;
};

/** The limit of a whole event in one order, whatever its groups allow. */
export const judgeEventLimits = (
  tickets: readonly NewTicket[],
  { held }: Buyer,
  shelf: Shelf,
): { no: HoldNo } | undefined => {
  const heldOfEvent = tally(held, (ticket) => ticket.event_template_id);
  for (const [event_template_id, count] of tally(tickets, (ticket) => ticket.event_template_id)) {
    const first = tickets.find((ticket) => ticket.event_template_id === event_template_id);
    const event = shelf.groups.get(first?.ticket_group_id ?? "")?.event;
    const max = event?.meta.max_tickets_per_order;
    if (max !== undefined && count + (heldOfEvent.get(event_template_id) ?? 0) > max)
      return no("max_tickets_per_order_exceeded", { event_template_id, group: event?.name, max });
  }
  return undefined;
};

/** Room in every bucket that is drawn on, lines summed first. Sold out is said only to someone who holds nothing of it. */
export const judgeRoom = (tickets: readonly NewTicket[], { held }: Buyer, shelf: Shelf): { no: HoldNo } | undefined => {
  const heldOfSession = tally(held, (ticket) => ticket.event_session_id);
  for (const [event_session_id, count] of sessionDraw(tickets, shelf)) {
    const session = shelf.sessions.get(event_session_id);
    if (!session || count <= roomLeft(session)) continue;
    const soldOut = roomLeft(session) === 0 && !heldOfSession.has(event_session_id);
    return no(soldOut ? "event_session_sold_out" : "session_capacity_exceeded", { event_session_id });
  }

  const heldOfGroup = tally(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of groupDraw(tickets)) {
    const group = shelf.groups.get(ticket_group_id);
    if (!group || count <= roomLeft(group)) continue;
    const soldOut = roomLeft(group) === 0 && !heldOfGroup.has(ticket_group_id);
    return no(soldOut ? "ticket_group_sold_out" : "ticket_group_capacity_exceeded", {
      ticket_group_id,
      group: group.name,
    });
  }
  return undefined;
};

type Drawing = Pick<HeldTicket, "ticket_group_id" | "event_session_id">;

/** Places that tickets take in their sessions. Groups apart from the session's room take none. */
export const sessionDraw = (tickets: readonly Drawing[], { groups }: Pick<Shelf, "groups">): Map<string, number> =>
  tally(tickets, (ticket) =>
    groups.get(ticket.ticket_group_id)?.exclude_from_event_capacity ? null : ticket.event_session_id,
  );

/** Tickets that are taken out of their groups. */
export const groupDraw = (tickets: readonly Drawing[]): Map<string, number> =>
  tally(tickets, (ticket) => ticket.ticket_group_id);
