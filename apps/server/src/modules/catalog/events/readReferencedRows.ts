import type { EventTemplate, TicketGroup, TicketType, Venue } from "@foyer/contract/shop/catalog.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { eventRows, groupRows } from "./events.sql.ts";
import { isOfferSoldOut } from "../offer/readOffer.ts";
import { roomLeftIn, presentEvent, presentGroup, presentSession, presentType, presentVenues } from "./presenters.ts";
import { sessionRowsById } from "../sessions/sessions.sql.ts";

/** Ids of the catalogue rows that tickets refer to. */
export type ReferencedIds = {
  readonly events: readonly string[];
  readonly groups: readonly string[];
  readonly types: readonly string[];
  readonly sessions: readonly string[];
};

export type ReferencedRows = {
  readonly events: readonly EventTemplate[];
  readonly venues: readonly Venue[];
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly sessions: readonly EventSession[];
};

/**
 * The rows that tickets refer to, on sale or not. Includes hidden groups, so use it only for visitors who may see the
 * tickets.
 */
export const readReferencedRows = async (ctx: RequestContext, ids: ReferencedIds): Promise<ReferencedRows> => {
  const events = await eventRows(ctx, ids.events);
  const groups = (await groupRows(ctx, ids.events)).filter(({ id }) => ids.groups.includes(id));
  const sessions = ids.sessions.length > 0 ? await sessionRowsById(ctx, ids.sessions) : [];
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return {
    events: events.map(presentEvent),
    venues: presentVenues(events),
    groups: groups.flatMap((group) => {
      const event = eventOf.get(group.event_template_id);
      return event ? [presentGroup(ctx, group, event)] : [];
    }),
    types: groups.flatMap((group) => {
      const event = eventOf.get(group.event_template_id);
      const types = group.types.filter(({ id }) => ids.types.includes(id));
      return event ? types.map((type) => presentType(ctx, event, type)) : [];
    }),
    sessions: sessions.map((row) => {
      const timed = groups.filter(({ event_template_id }) => event_template_id === row.event_template_id);
      return presentSession(ctx, row, {
        sold_out: isOfferSoldOut({ timed }, roomLeftIn(row)),
        min_price: row.min_price,
      });
    }),
  };
};
