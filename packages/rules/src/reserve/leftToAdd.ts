import type { TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";

/** The parts of a cart's lines that count towards a session's capacity. */
type HeldLine = Pick<CartLine, "event_session_id"> & {
  readonly types: readonly Pick<CartLine["types"][number], "ticket_group_id" | "count">[];
};

/**
 * How many tickets a visitor can add in a session, whose `left` includes the tickets that their own cart holds. Null for an
 * unknown number of 100 or more, and without a session.
 */
export const leftToAdd = (
  session: Pick<EventSession, "id" | "left"> | undefined,
  lines: readonly HeldLine[],
  groups: readonly Pick<TicketGroup, "id" | "exclude_from_event_capacity">[],
): number | null => {
  if (session === undefined || session.left === null) return null;
  const outside = new Set(groups.filter((group) => group.exclude_from_event_capacity).map(({ id }) => id));
  const held = lines
    .filter((line) => line.event_session_id === session.id)
    .flatMap(({ types }) => types)
    .filter((type) => !outside.has(type.ticket_group_id))
    .reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, session.left - held);
};
