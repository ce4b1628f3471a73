import type { Instant } from "@foyer/contract/basics.ts";

/** A session of a repeating event is all-day if it lasts longer than this many hours. */
export const allDayHours = 5;

export type TimeSpan = { readonly start_datetime: Instant; readonly end_datetime: Instant };

const hoursOf = ({ start_datetime, end_datetime }: TimeSpan): number =>
  (Temporal.Instant.from(end_datetime).epochMilliseconds - Temporal.Instant.from(start_datetime).epochMilliseconds) /
  3_600_000;

/** Is it a day's opening rather than an appointment? */
export const isAllDay = (span: TimeSpan, event_type: string): boolean =>
  event_type === "repeating" && hoursOf(span) > allDayHours;

/** Is it too late to buy? Sales end when a session begins; for an all-day session when it ends. */
export const isPast = (span: TimeSpan, event_type: string, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(
    Temporal.Instant.from(isAllDay(span, event_type) ? span.end_datetime : span.start_datetime),
    now,
  ) <= 0;
