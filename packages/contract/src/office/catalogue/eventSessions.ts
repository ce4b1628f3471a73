import * as z from "zod/mini";
import { Reason } from "../changes.ts";
import { Day, Id, Instant, Money, TimeOfDay, commaList } from "../../basics.ts";
import { sortOf, type ListShape } from "../listShape.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { RevisionNumber } from "./catalogue.ts";
import { BuyersMessage } from "./sessionBuyers.ts";

/** The sessions of one event: found by day, weekday, time and fill, and changed together. */

export const sessionPageSize = 100;
/** The maximum number of sessions per request, as many as one bulk job can select. */
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
  /** The original start before the session was moved, in the venue's time zone; null if it was not moved. */
  planned: z.nullable(LocalStart),
  /** Null without a limit. */
  capacity: z.nullable(z.int()),
  oversell_capacity: z.int(),
  /** Places sold, held or kept for the house. */
  taken: z.int(),
  /** Of these, places kept for the house or blocked by staff. */
  kept: z.int(),
  cancelled: z.boolean(),
  closed: z.boolean(),
  /** The session has begun: it is shown, but can no longer be changed. */
  has_begun: z.boolean(),
  /** A note written by staff and shown only to staff. */
  note: z.nullable(z.string()),
});
export type EditedSession = z.infer<typeof EditedSession>;

export const ListedSession = z.object({
  ...EditedSession.shape,
  /** The session was changed individually: later changes of its week leave it unchanged, and the change can be undone. */
  is_changed: z.boolean(),
});
export type ListedSession = z.infer<typeof ListedSession>;

/**
 * Days in the venue's time zone, both included, from today if neither is given. Starts from `time_from` (included) until
 * `time_until` (excluded).
 */
export const sessionFilters = {
  from: z.optional(Day),
  until: z.optional(Day),
  weekdays: commaList(...sessionWeekdays),
  time_from: z.optional(TimeOfDay),
  time_until: z.optional(TimeOfDay),
  fill: z.optional(z.enum(sessionFills)),
};

/** The column `session` has the checkbox that chooses a session, with the session's name beside it. */
export const sessionList = {
  name: "session",
  columns: {
    session: { label: "Session" },
    taken: { label: "Taken", isNumber: true },
    state: { label: "State" },
    note: { label: "Note" },
  },
  sorts: { session: "ascending", taken: "descending" },
  usual: "session",
} as const satisfies ListShape;

/** The start of a session, preceded by its taken places if the list is sorted by these. */
const Cursor = z.string().check(z.regex(/^(?:\d{1,15}_)?\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/));
const ofEvent = z.strictObject({ key: z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/)) });

export const listEventSessions = staffEndpoint({
  name: "listEventSessions",
  method: "GET",
  path: "/catalogue/events/:key/sessions",
  summary: "Find the sessions of an event by span, weekday, time and fill",
  can: "catalogue.read",
  audits: null,
  params: ofEvent,
  query: z.strictObject({ ...sessionFilters, sort: sortOf(sessionList), after: z.optional(Cursor) }),
  reply: z.object({
    event: z.object({ id: Id, key: z.string(), name: z.string(), timezone: z.string(), today: Day }),
    /** The event's ticket types whose price can differ by session, by 'group/type', with their base price. */
    types: z.array(z.object({ key: z.string(), name: z.string(), price: Money })),
    /** 100 per page, ordered by start if there is no `sort`. */
    sessions: z.array(ListedSession),
    next: z.nullable(z.string()),
    /** The number of all matching sessions, and the ids of the first 200 that have not begun. */
    count: z.int(),
    open_ids: z.array(Id),
  }),
});

const SessionIds = z.array(Id).check(z.minLength(1), z.maxLength(maxSessionsAtOnce));
/** A session can be moved by 366 days at most. */
export const maxMinutesOfMove = 366 * 24 * 60;
export const maxPlaces = 1_000_000;
/** A session lasts 31 days at most. */
export const maxSessionMinutes = 31 * 24 * 60;
const Places = z.int().check(z.minimum(0), z.maximum(maxPlaces));

/** Each given field is set; alternatively, `put_back` undoes the individual changes of these sessions. */
export const SessionsChange = z.strictObject({
  /** -1 is no limit. */
  capacity: z.optional(z.int().check(z.minimum(-1), z.maximum(maxPlaces))),
  oversell_capacity: z.optional(Places),
  /** Only for sessions with nothing sold or held. */
  cancelled: z.optional(z.boolean()),
  /**
   * Minutes by which they begin later; negative for earlier. They keep their ids, tickets and seats. Refused if a session
   * would begin at the same time as another session of the event or in the past, or while somebody is paying for one.
   */
  move_minutes: z.optional(z.int().check(z.minimum(-maxMinutesOfMove), z.maximum(maxMinutesOfMove))),
  /** The duration in minutes. */
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(maxSessionMinutes))),
  /** Prices for these sessions only, by 'group/type'; null removes one. Carts and orders keep theirs. */
  prices: z.optional(z.record(z.string().check(z.regex(/^[a-z0-9_-]+\/[a-z0-9_-]+$/)), z.nullable(Money))),
  put_back: z.optional(z.literal(true)),
});
export type SessionsChange = z.infer<typeof SessionsChange>;

const TouchedSession = z.object({
  ...EditedSession.shape,
  /** The new time, if the change moves it. */
  becomes: z.nullable(z.object({ ...LocalStart.shape, local_end: z.string() })),
  /** Orders with valid or used tickets for the session, and the number of people that these tickets admit. */
  orders: z.int(),
  people: z.int(),
});
export type TouchedSession = z.infer<typeof TouchedSession>;

/** The effects of a change. */
export const SessionsPreview = z.object({
  /** The newest revision, to which the change would be made. */
  revision: z.int(),
  /** Sessions that the change alters. The others already have these values. */
  changes: z.int(),
  /** Orders and people of all sessions, each counted once. */
  orders: z.int(),
  people: z.int(),
  /** Carts that hold places of the sessions now. */
  carts: z.int(),
  /** The places of all sessions before and after; null if one has no limit. */
  places: z.object({ before: z.nullable(z.int()), after: z.nullable(z.int()) }),
  sessions: z.array(TouchedSession),
});
export type SessionsPreview = z.infer<typeof SessionsPreview>;

const selected = { session_ids: SessionIds, change: SessionsChange };

/** Changes nothing. Refused if the change is not possible. */
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
 * Changes all sessions or none, as a new revision of the catalogue: they become exceptions of the event's schedule, which
 * later changes of its weeks leave unchanged. `write_to_buyers`: null writes to nobody; if it is left out, sessions with
 * buyers are refused with `has_buyers` and the numbers. A message needs `bulk.run` and starts a bulk job for these orders.
 * `expected` is the number of orders that the preview showed, and its revision; if either has changed since, the call is
 * refused with `stale_version`. A session that has begun is refused with `session_begun`, and a capacity below what is sold or held with
 * `would_break_promise`.
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
    reason: Reason,
    expected: z.strictObject({ orders: z.int().check(z.minimum(0)), revision: z.optional(RevisionNumber) }),
    write_to_buyers: z.optional(z.nullable(BuyersMessage)),
  }),
  reply: z.object({ revision: z.int(), changed: z.int(), bulk_job_id: z.nullable(Id) }),
});

/** Also possible for a session that has begun. An empty note removes it. */
export const noteSession = staffEndpoint({
  name: "noteSession",
  method: "POST",
  path: "/catalogue/events/:key/sessions/:event_session_id/note",
  summary: "Note something about a session, for staff",
  can: "session.close",
  audits: "session.noted",
  params: z.strictObject({ ...ofEvent.shape, event_session_id: Id }),
  body: z.strictObject({
    note: z.string().check(z.trim(), z.maxLength(500)),
    /** The note that was shown; `stale_version` with the current one as `note` if a colleague has saved another. */
    was: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  }),
  reply: Nothing,
});

/** Stops or restarts the sales of sessions. Their tickets are unchanged, and carts that hold places keep them. */
export const setSalesTogether = staffEndpoint({
  name: "setSalesTogether",
  method: "POST",
  path: "/catalogue/events/:key/sessions/sales",
  summary: "Stop or start the sales of sessions together",
  can: "session.close",
  audits: "session.sales_set",
  params: ofEvent,
  body: z.strictObject({ session_ids: SessionIds, sales: z.enum(["open", "closed"]) }),
  /** The sessions whose sales were in the other state before. */
  reply: z.object({ changed: z.int(), session_ids: z.array(Id) }),
});
