import * as z from "zod/mini";
import { Day, QueryFlag, Id, IdList, Instant, Limit, Money, TimeOfDay, embed, rows } from "../basics.ts";
import { EventTemplate, TicketGroup, TicketType, Venue, eventParams } from "./catalog.ts";
import { endpoint } from "../endpoint.ts";

/**
 * The prices of the two types that `config.price_display` names: before fees and discounts. Absent if it names none,
 * null if this visitor cannot buy the type.
 */
const namedPrices = {
  primary_price: z.optional(z.nullable(Money)),
  secondary_price: z.optional(z.nullable(Money)),
};

/**
 * One session of an event. `left` as in TicketGroup. `price` is set if the caller named quantities; `sold_out` then means
 * that they do not fit, and `left` may be above 0.
 */
export const EventSession = z.object({
  id: Id,
  event_template_id: Id,
  start_datetime: Instant,
  end_datetime: Instant,
  /** Its local day, start and end in the venue's zone. */
  local_day: Day,
  local_start: TimeOfDay,
  local_end: TimeOfDay,
  sold_out: z.boolean(),
  cancelled: z.boolean(),
  left: z.nullable(z.int()),
  min_price: z.nullable(Money),
  ...namedPrices,
  price: z.nullable(Money),
  /** The difference to the cheapest session of the same reply; present if a basket was priced. */
  price_increase: z.optional(Money),
});
export type EventSession = z.infer<typeof EventSession>;

/** A day of the calendar. Prices are the lowest among the sessions that are still available. */
export const CalendarDate = z.object({
  date: Day,
  status: z.enum(["available", "sold_out", "other"]),
  min_price: z.nullable(Money),
  min_price_fees: z.object({ outside: Money }),
  ...namedPrices,
  /** Tickets left that day over all sessions; null for 100 or more, or no limit. */
  left: z.nullable(z.int()),
  /** The number of available sessions. */
  sessions: z.int(),
});
export type CalendarDate = z.infer<typeof CalendarDate>;

/** A quantity of one ticket type. */
export const TicketQuantity = z.strictObject({
  ticket_type_id: Id,
  quantity: z.int().check(z.minimum(1), z.maximum(1000)),
});
export type TicketQuantity = z.infer<typeof TicketQuantity>;

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "/events/:event_template_id/sessions",
  summary: "Future sessions of a day or a range.",
  cached: true,
  params: eventParams,
  query: z.strictObject({
    _limit: Limit,
    /** Only sessions that are sold out, or only those that are not. */
    sold_out: z.optional(QueryFlag),
    _sort: z.optional(z.enum(["start_datetime", "-start_datetime"])),
    _ondate: z.optional(Day),
    "start_datetime._gte": z.optional(Instant),
    "start_datetime._lt": z.optional(Instant),
    "ticket_group.id._in": z.optional(IdList),
    /** The same filter under another name. With both, a group has to be in both. */
    "ticket_group_id._in": z.optional(IdList),
    /** False leaves out what is sold out, which is included by default. */
    _include_sold_out: z.optional(QueryFlag),
  }),
  reply: z.object({ event_session: rows(EventSession) }),
});

/** The price of a basket in one session, and the outside fees on it. */
export const PriceSchedule = z.object({
  event_session_id: Id,
  price: Money,
  fees: Money,
  available: z.boolean(),
});

export const priceSessions = endpoint({
  name: "priceSessions",
  method: "POST",
  path: "/events/:event_template_id/sessions",
  summary:
    "Sessions with the price of a basket. A session without room for the basket, beside what the visitor's cart holds, is marked sold out.",
  params: eventParams,
  query: z.strictObject({
    _sort: z.optional(z.enum(["start_datetime"])),
    /** Includes sessions without room for the basket, which are left out by default. */
    _include_sold_out: z.optional(QueryFlag),
    _ondate: z.optional(Day),
    "start_datetime._gte": z.optional(Instant),
    "start_datetime._lt": z.optional(Instant),
  }),
  body: z.strictObject({ ticket_types_required: z.array(TicketQuantity).check(z.minLength(1), z.maxLength(10)) }),
  reply: z.object({ event_session: rows(EventSession), price_schedule: rows(PriceSchedule) }),
});

export const SessionReply = z.object({
  event_session: rows(EventSession),
  event_template: rows(EventTemplate),
  ticket_group: z.optional(rows(TicketGroup)),
  ticket_type: z.optional(rows(TicketType)),
  venue: z.optional(rows(Venue)),
});

export const sessionParams = z.strictObject({ event_template_id: Id, event_session_id: Id });

export const getSession = endpoint({
  name: "getSession",
  method: "GET",
  path: "/events/:event_template_id/sessions/:event_session_id",
  summary: "One session with the groups and types on sale in it, at its prices.",
  cached: true,
  params: sessionParams,
  query: z.strictObject({
    "ticket_group.id._in": z.optional(IdList),
    _embed: embed("ticket_group", "ticket_type", "meta", "config", "venue", "ticket_group.meta", "ticket_group.config"),
  }),
  reply: SessionReply,
});

const calendarReply = z.object({ calendar: rows(CalendarDate) });

export const getCalendar = endpoint({
  name: "getCalendar",
  method: "GET",
  path: "/events/:event_template_id/calendar",
  summary: "The calendar of an event, up to the start of the month one year ahead.",
  cached: true,
  params: eventParams,
  query: z.strictObject({
    /** Both formats give the same reply. */
    _format: z.optional(z.enum(["extended", "price"])),
    "ticket_group_id._in": z.optional(IdList),
    "start_datetime._lt": z.optional(Instant),
  }),
  reply: calendarReply,
});

export const priceCalendar = endpoint({
  name: "priceCalendar",
  method: "POST",
  path: "/events/:event_template_id/calendar",
  summary:
    "The days on which a basket is available, with its lowest price on each. At most ten types (`validation_failed` in `event_calendar`).",
  params: eventParams,
  query: z.strictObject({
    /** Both formats give the same reply. */
    _format: z.optional(z.enum(["price", "extended"])),
    "start_datetime._lt": z.optional(Instant),
  }),
  body: z.strictObject({ ticket_types_required: z.array(TicketQuantity).check(z.minLength(1), z.maxLength(100)) }),
  reply: calendarReply,
});
