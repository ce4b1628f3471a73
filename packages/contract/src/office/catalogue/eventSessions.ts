import * as z from "zod/mini";
import { Day, Id, Instant, Money, TimeOfDay, commaList } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { BuyersMessage } from "./sessionBuyers.ts";

/** The sessions of one event: found by their day, weekday, time and fill, and changed together. */

export const sessionPageSize = 100;
/** Sessions of one request, as many as one action for the buyers of sessions may have. */
export const maxSessionsAtOnce = 200;

export const sessionWeekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** `empty`: nothing is sold or held. `half`: at least half of the places are taken. */
export const sessionFills = ["empty", "taken", "half", "full"] as const;

const LocalStart = z.object({ local_day: Day, local_start: z.string() });

export const EditedSession = z.object({
  id: Id,
  local_day: Day,
  local_start: z.string(),
  local_end: z.string(),
  start_datetime: Instant,
  /** When it was to begin before it was moved, by the venue's clock; null while it begins as planned. */
  planned: z.nullable(LocalStart),
  /** Null without a limit. */
  capacity: z.nullable(z.int()),
  oversell_capacity: z.int(),
  /** Sold, held and kept for the house. */
  taken: z.int(),
  /** Of these, kept for the house or blocked by staff. */
  kept: z.int(),
  cancelled: z.boolean(),
  closed: z.boolean(),
  /** It is shown, and cannot be changed any more. */
  has_begun: z.boolean(),
  /** Of staff, for staff. */
  note: z.nullable(z.string()),
});
export type EditedSession = z.infer<typeof EditedSession>;

export const ListedSession = z.object({
  ...EditedSession.shape,
  /** Changed alone: later changes of its week leave it, and it can be put back. */
  is_changed: z.boolean(),
});
export type ListedSession = z.infer<typeof ListedSession>;

/** Days by the venue's clock, both included, from today where neither is given; starts from `time_from` (included) until `time_until` (not included). */
export const sessionFilters = {
  from: z.optional(Day),
  until: z.optional(Day),
  weekdays: commaList(...sessionWeekdays),
  time_from: z.optional(TimeOfDay),
  time_until: z.optional(TimeOfDay),
  fill: z.optional(z.enum(sessionFills)),
};
const ofEvent = z.strictObject({ key: z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/)) });

export const listEventSessions = staffEndpoint({
  name: "listEventSessions",
  method: "GET",
  path: "/catalogue/events/:key/sessions",
  summary: "Find the sessions of an event by span, weekday, time and fill",
  can: "catalogue.read",
  audits: null,
  params: ofEvent,
  query: z.strictObject({ ...sessionFilters, after: z.optional(Instant) }),
  reply: z.object({
    event: z.object({ id: Id, key: z.string(), name: z.string(), timezone: z.string(), today: Day }),
    /** Its ticket types that have a price by session, by 'group/type', with their own price. */
    types: z.array(z.object({ key: z.string(), name: z.string(), price: Money })),
    /** By their start, 100 at a time. */
    sessions: z.array(ListedSession),
    next: z.nullable(Instant),
    /** All that fit, and the ids of the first 200 that have not begun. */
    count: z.int(),
    open_ids: z.array(Id),
  }),
});

const SessionIds = z.array(Id).check(z.minLength(1), z.maxLength(maxSessionsAtOnce));
/** A session is moved by 366 days at most. */
const maxMoveMinutes = 366 * 24 * 60;
const Places = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** What is set, each where it is given; or `put_back`: what was changed of these sessions alone is removed again. */
export const SessionsChange = z.strictObject({
  /** -1 is no limit. */
  capacity: z.optional(z.int().check(z.minimum(-1), z.maximum(1_000_000))),
  oversell_capacity: z.optional(Places),
  /** Only where nothing is sold or held. */
  cancelled: z.optional(z.boolean()),
  /**
   * So many minutes later than they begin now; earlier where it is negative. They keep their ids, tickets and seats. Refused
   * where one would begin with another session of the event or in the past, or while somebody is paying for one.
   */
  move_minutes: z.optional(z.int().check(z.minimum(-maxMoveMinutes), z.maximum(maxMoveMinutes))),
  /** How long they last. */
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(31 * 24 * 60))),
  /** Prices of these sessions alone, by 'group/type'; null takes one away. Carts and orders keep what they have. */
  prices: z.optional(z.record(z.string().check(z.regex(/^[a-z0-9_-]+\/[a-z0-9_-]+$/)), z.nullable(Money))),
  put_back: z.optional(z.literal(true)),
});
export type SessionsChange = z.infer<typeof SessionsChange>;

const TouchedSession = z.object({
  ...EditedSession.shape,
  /** When it takes place after the change, where that is another time. */
  becomes: z.nullable(z.object({ ...LocalStart.shape, local_end: z.string() })),
  /** Orders with valid or used tickets for it, and people whom these tickets admit. */
  orders: z.int(),
  people: z.int(),
});
export type TouchedSession = z.infer<typeof TouchedSession>;

/** What a change comes to. */
export const SessionsPreview = z.object({
  /** Sessions that get other places or state. The others are so already. */
  changes: z.int(),
  /** Orders and people of all of them, each once. */
  orders: z.int(),
  people: z.int(),
  /** Carts that hold places now. */
  carts: z.int(),
  /** Places of all of them before and after; null where one has no limit. */
  places: z.object({ before: z.nullable(z.int()), after: z.nullable(z.int()) }),
  sessions: z.array(TouchedSession),
});
export type SessionsPreview = z.infer<typeof SessionsPreview>;

const selected = { session_ids: SessionIds, change: SessionsChange };

/** Changes nothing. Refuses what could not be done. */
export const previewSessionChange = staffEndpoint({
  name: "previewSessionChange",
  method: "POST",
  path: "/catalogue/events/:key/sessions/preview",
  summary: "What a change of sessions comes to. Changes nothing.",
  can: "catalogue.publish",
  audits: null,
  params: ofEvent,
  body: z.strictObject(selected),
  reply: SessionsPreview,
});

/**
 * All or nothing, as a new revision of the catalogue: exceptions of the event's schedule, which later changes of its weeks
 * leave alone. `write_to_buyers`: null writes to nobody; without it, sessions that have buyers are refused with
 * `has_buyers` and their numbers. A message needs `bulk.run` and starts an action for these orders. `expected`: the orders
 * that the preview showed; if there are others by now, `stale_version`. One that has begun is refused with
 * `session_begun`, fewer places than are sold or held with `would_break_promise`.
 */
export const changeSessionsTogether = staffEndpoint({
  name: "changeSessionsTogether",
  method: "POST",
  path: "/catalogue/events/:key/sessions/change",
  summary: "Change sessions together",
  can: "catalogue.publish",
  audits: "catalogue.published",
  params: ofEvent,
  body: z.strictObject({
    ...selected,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    expected: z.strictObject({ orders: z.int().check(z.minimum(0)) }),
    write_to_buyers: z.optional(z.nullable(BuyersMessage)),
  }),
  reply: z.object({ revision: z.int(), changed: z.int(), bulk_job_id: z.nullable(Id) }),
});

/** Also of a session that has begun. An empty note takes it away. */
export const noteSession = staffEndpoint({
  name: "noteSession",
  method: "POST",
  path: "/catalogue/events/:key/sessions/:event_session_id/note",
  summary: "Note something about a session, for staff",
  can: "session.close",
  audits: "session.noted",
  params: z.strictObject({ ...ofEvent.shape, event_session_id: Id }),
  body: z.strictObject({ note: z.string().check(z.trim(), z.maxLength(500)) }),
  reply: Nothing,
});

/** Stops or starts the sales of sessions. Their tickets stay as they are, and carts that hold places keep them. */
export const setSalesTogether = staffEndpoint({
  name: "setSalesTogether",
  method: "POST",
  path: "/catalogue/events/:key/sessions/sales",
  summary: "Stop or start the sales of sessions together",
  can: "session.close",
  audits: "session.sales_set",
  params: ofEvent,
  body: z.strictObject({ session_ids: SessionIds, sales: z.enum(["open", "closed"]) }),
  reply: z.object({ changed: z.int() }),
});
