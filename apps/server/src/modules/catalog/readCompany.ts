import type { EventTemplate, TicketGroup, TicketType, Venue } from "@foyer/contract/catalog.ts";
import type { EventSession } from "@foyer/contract/sessions.ts";
import type { Ask } from "../../http/ask.ts";
import { eventRows, groupRows } from "./catalog.sql.ts";
import { soldOut } from "./offer.ts";
import { leftIn, sayEvent, sayGroup, saySession, sayType, sayVenues } from "./replies.ts";
import { sessionRowsById } from "./sessions.sql.ts";

/** Ids of the catalogue, as tickets name them. */
export type Named = {
  readonly events: readonly string[];
  readonly groups: readonly string[];
  readonly types: readonly string[];
  readonly sessions: readonly string[];
};

export type Company = {
  readonly events: readonly EventTemplate[];
  readonly venues: readonly Venue[];
  readonly groups: readonly TicketGroup[];
  readonly types: readonly TicketType[];
  readonly sessions: readonly EventSession[];
};

/**
 * The rows that somebody's tickets name, each once, whether or not they are still on sale. Only for whoever was shown
 * the tickets: a group behind a link is told here.
 */
export const readCompany = async (ask: Ask, named: Named): Promise<Company> => {
  const events = await eventRows(ask, named.events);
  const groups = (await groupRows(ask, named.events)).filter(({ id }) => named.groups.includes(id));
  const sessions = named.sessions.length > 0 ? await sessionRowsById(ask, named.sessions) : [];
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return {
    events: events.map(sayEvent),
    venues: sayVenues(events),
    groups: groups.flatMap((group) => {
      const event = eventOf.get(group.event_template_id);
      return event ? [sayGroup(ask, group, event)] : [];
    }),
    types: groups.flatMap((group) => {
      const event = eventOf.get(group.event_template_id);
      const types = group.types.filter(({ id }) => named.types.includes(id));
      return event ? types.map((type) => sayType(ask, event, type)) : [];
    }),
    sessions: sessions.map((row) => {
      const timed = groups.filter(({ event_template_id }) => event_template_id === row.event_template_id);
      return saySession(ask, row, { sold_out: soldOut({ timed }, leftIn(row)), min_price: row.min_price });
    }),
  };
};
