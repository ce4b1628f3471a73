import * as z from "zod/mini";
import { Day, QueryFlag, Instant, Limit, Money, TimeOfDay, embed, commaList, rows } from "../basics.ts";
import { EventSession } from "./sessions.ts";
import { EventTemplate, TicketGroup, TicketType, Venue, hiddenTypes } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";

/**
 * An event in the listing with its dates and lowest price. `next_session` and `min_price` are those of the sessions that
 * match the filters. `description` is always null here: the listing shows summaries.
 */
export const ListedEvent = z.extend(EventTemplate, {
  next_session: z.nullable(Instant),
  last_session: z.nullable(Instant),
  min_price: z.nullable(Money),
  /**
   * The price shown on its card, before fees: that of the type that the event names for its days, otherwise `min_price`.
   */
  listed_price: z.nullable(Money),
  /** Other tickets or sessions cost more than `listed_price`. */
  listed_price_is_lowest: z.boolean(),
  /** Some of its tickets carry fees on top of their price. */
  has_fees: z.boolean(),
  /** No tickets left in any session that matches the filters. */
  sold_out: z.boolean(),
});
export type ListedEvent = z.infer<typeof ListedEvent>;

const wholeNumber = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,5})$/)),
  z.transform((text) => Number(text)),
);

/**
 * Filters on an event's meta. A flag that an event does not set counts as false; any other absent key matches
 * nothing.
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

/** Comma-separated category names. */
const Categories = z.string().check(z.maxLength(400));

/** The maximum number of events in a listing that includes groups, types or sessions. */
export const maxEmbeddedEvents = 200;

export const listEvents = endpoint({
  name: "listEvents",
  method: "GET",
  path: "/events/available",
  summary: "Events on sale, as the listing shows them.",
  cached: true,
  query: z.strictObject({
    /** Includes members' events, as `public_member_only` in `hidden_type` does. */
    _withmemberevents: z.optional(QueryFlag),
    hidden_type: hiddenTypes,
    /** Comma-separated names, spelled as in the reply. */
    category: z.optional(Categories),
    /** The same filter under the name that listings beside the cart use. With both, an event has to match both. */
    categories: z.optional(Categories),
    ...metaFilters,
    /** The keys of meta to include; all if absent. */
    metadataKeys: commaList(
      "image_profile",
      "image_profile_alt_text",
      "image_profile_focus",
      "image_profile_no_cropping",
    ),
    /** Includes the next matching sessions of each event: at most 50 per event and 1,000 in total, shared equally. */
    includeSessions: z.optional(QueryFlag),
    "event_session.start_datetime._gte": z.optional(Instant),
    "event_session.start_datetime._lt": z.optional(Instant),
    /** Only events with a session on this day, today or tomorrow in the venue's zone. */
    date: z.optional(z.union([Day, z.enum(["today", "tomorrow"])])),
    /** Time of day in the venue's zone: an exact start, or an inclusive range. */
    time: z.optional(TimeOfDay),
    /** The first start of the range. */
    "time.start": z.optional(TimeOfDay),
    /** The last start of the range. */
    "time.end": z.optional(TimeOfDay),
    /** Limits an event's config to these keys. Its picture is part of its meta, so nothing of the config remains. */
    "config.key": commaList("config.image"),
    _embed: embed("meta", "config", "venue", "ticket_type", "ticket_group"),
    /** At most 200 if the listing includes groups, types or sessions; that is also the default then. */
    _limit: Limit,
  }),
  reply: z.object({
    event_template: rows(ListedEvent),
    venue: z.optional(rows(Venue)),
    ticket_group: z.optional(rows(TicketGroup)),
    ticket_type: z.optional(rows(TicketType)),
    event_session: z.optional(rows(EventSession)),
    /** Every category of the seller with an event on sale, in the seller's order. */
    category: rows(z.object({ name: z.string() })),
  }),
});
