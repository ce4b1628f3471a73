import type { Instant } from "@foyer/contract/basics.ts";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";

/** A session of a repeating event is all-day if it lasts longer than this many hours. */
export const allDayHours = 5;

export type TimeSpan = { readonly start_datetime: Instant; readonly end_datetime: Instant };

const hoursOf = ({ start_datetime, end_datetime }: TimeSpan): number =>
  (Temporal.Instant.from(end_datetime).epochMilliseconds - Temporal.Instant.from(start_datetime).epochMilliseconds) /
  3_600_000;

/**
 * The fields that decide whether an event's long sessions are all-day. `names_start` is the seller's setting for a night or
 * a long workshop.
 */
export type AllDayEvent = { readonly event_type: string; readonly names_start?: boolean | undefined };

export const allDayEvent = ({ event_type, meta }: Pick<EventTemplate, "event_type" | "meta">): AllDayEvent => ({
  event_type,
  names_start: meta.names_start,
});

/** Whether a session is a day's opening hours rather than an appointment. */
export const isAllDay = (span: TimeSpan, { event_type, names_start = false }: AllDayEvent): boolean =>
  event_type === "repeating" && !names_start && hoursOf(span) > allDayHours;

/** Whether it is too late to buy. Sales end when a session begins; for an all-day session, when it ends. */
export const isPast = (span: TimeSpan, event: AllDayEvent, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(
    Temporal.Instant.from(isAllDay(span, event) ? span.end_datetime : span.start_datetime),
    now,
  ) <= 0;
