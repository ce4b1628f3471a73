import * as z from "zod/mini";
import { Day, Flag, Instant, Limit, Money, TimeOfDay, embed, oneOrMore, rows } from "./basics.ts";
import { EventTemplate, TicketGroup, TicketType, Venue, hiddenTypes } from "./catalog.ts";
import { endpoint } from "./endpoint.ts";

/** A line of the listing: the event and what a poster of it says. `description` is null here: a listing shows summaries. */
export const ListedEvent = z.extend(EventTemplate, {
  next_session: z.nullable(Instant),
  last_session: z.nullable(Instant),
  min_price: z.nullable(Money),
  /** Nothing left in any session to come. */
  sold_out: z.boolean(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

export const listEvents = endpoint({
  name: "listEvents",
  method: "GET",
  path: "/events/available",
  says: "Events on sale, as the listing shows them.",
  cached: true,
  query: z.strictObject({
    _withmemberevents: z.optional(Flag),
    hidden_type: hiddenTypes,
    category: z.optional(z.string().check(z.maxLength(400))),
    "event_session.start_datetime._gte": z.optional(Instant),
    "event_session.start_datetime._lt": z.optional(Instant),
    /** Keep events with a session on this day, today or tomorrow in the venue's zone. */
    date: z.optional(z.union([Day, z.enum(["today", "tomorrow"])])),
    /** Time of day in the venue's zone: an exact start, or an inclusive range. */
    time: z.optional(TimeOfDay),
    "time.start": z.optional(TimeOfDay),
    "time.end": z.optional(TimeOfDay),
    "config.key": oneOrMore("config.image"),
    _embed: embed("meta", "config", "venue", "ticket_type", "ticket_group"),
    _limit: Limit,
  }),
  reply: z.object({
    event_template: rows(ListedEvent),
    venue: z.optional(rows(Venue)),
    ticket_group: z.optional(rows(TicketGroup)),
    ticket_type: z.optional(rows(TicketType)),
    /** Every category of the seller that has an event on sale, in the seller's order. */
    category: rows(z.object({ name: z.string() })),
  }),
});
