import * as z from "zod/mini";
import { Day, QueryFlag, Instant, Limit, Money, TimeOfDay, embed, commaList, rows } from "../basics.ts";
import { EventSession } from "./sessions.ts";
import { EventTemplate, TicketGroup, TicketType, Venue, hiddenTypes } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";

/** A line of the listing: the event and what a poster of it says. `description` is null here: a listing shows summaries. */
export const ListedEvent = z.extend(EventTemplate, {
  next_session: z.nullable(Instant),
  last_session: z.nullable(Instant),
  min_price: z.nullable(Money),
  /** Nothing left in any session to come. */
  sold_out: z.boolean(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

const wholeNumber = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,5})$/)),
  z.transform((text) => Number(text)),
);

/**
 * What a listing can be narrowed to by an event's meta. A flag that an event does not set is off; any other key that
 * it does not set equals nothing.
 */
const metaFilters = {
  "meta.requires_anchor": z.optional(QueryFlag),
  "meta.tickets_must_match_anchor_tickets": z.optional(QueryFlag),
  "meta.hide_event_details": z.optional(QueryFlag),
  "meta.image_profile_no_cropping": z.optional(QueryFlag),
  "meta.admit_names": commaList("required", "optional"),
  "meta.admit_emails": commaList("required", "optional"),
  "meta.reserve_flow": commaList("date_first", "quantity_first"),
  "meta.max_tickets_per_order": z.optional(wholeNumber),
  "meta.pad_pre_start": z.optional(wholeNumber),
  "meta.pad_post_end": z.optional(wholeNumber),
};

/** Comma lists of category names. */
const Categories = z.string().check(z.maxLength(400));

/** Events of a listing that brings groups, types or sessions along: more would be an export, not a page. */
export const maxEmbeddedEvents = 200;

export const listEvents = endpoint({
  name: "listEvents",
  method: "GET",
  path: "/events/available",
  summary: "Events on sale, as the listing shows them.",
  cached: true,
  query: z.strictObject({
    _withmemberevents: z.optional(QueryFlag),
    hidden_type: hiddenTypes,
    category: z.optional(Categories),
    /** The same by the name that listings beside the cart use; with both, an event has to be in both. */
    categories: z.optional(Categories),
    ...metaFilters,
    /** The keys of meta that come along; all of them where it is left out. */
    metadataKeys: commaList("image_profile", "image_profile_alt_text", "image_profile_no_cropping"),
    /**
     * Brings the next sessions of each event that are what the listing looks for: at most 50 of one event and 1,000 in
     * all, each event the same share.
     */
    includeSessions: z.optional(QueryFlag),
    "event_session.start_datetime._gte": z.optional(Instant),
    "event_session.start_datetime._lt": z.optional(Instant),
    /** Keep events with a session on this day, today or tomorrow in the venue's zone. */
    date: z.optional(z.union([Day, z.enum(["today", "tomorrow"])])),
    /** Time of day in the venue's zone: an exact start, or an inclusive range. */
    time: z.optional(TimeOfDay),
    "time.start": z.optional(TimeOfDay),
    "time.end": z.optional(TimeOfDay),
    /** Narrows an event's config to these keys; its picture is one of its meta, so that nothing is left of it. */
    "config.key": commaList("config.image"),
    _embed: embed("meta", "config", "venue", "ticket_type", "ticket_group"),
    /** At most `richListing`, which is also what is meant where it is left out, for a listing with groups, types or sessions. */
    _limit: Limit,
  }),
  reply: z.object({
    event_template: rows(ListedEvent),
    venue: z.optional(rows(Venue)),
    ticket_group: z.optional(rows(TicketGroup)),
    ticket_type: z.optional(rows(TicketType)),
    event_session: z.optional(rows(EventSession)),
    /** Every category of the seller that has an event on sale, in the seller's order. */
    category: rows(z.object({ name: z.string() })),
  }),
});
