import type { Day, Instant } from "@foyer/contract/basics.ts";

/** A local day ('2026-11-21') with local start and end times ('19:30'). */
export type LocalTimes = { local_day: Day; local_start: string; local_end: string };

const twoDigits = (value: number) => String(value).padStart(2, "0");
const clockTime = (time: Temporal.ZonedDateTime) => `${twoDigits(time.hour)}:${twoDigits(time.minute)}`;

/** The day at the venue on which an instant falls. `zone` is an IANA time zone. */
export const localDayOf = (moment: Instant, zone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The local time at the venue: '19:30'. */
export const localTimeOf = (moment: Instant, zone: string): string =>
  clockTime(Temporal.Instant.from(moment).toZonedDateTimeISO(zone));

export const localTimes = (start: Instant, end: Instant, zone: string): LocalTimes => ({
  local_day: localDayOf(start, zone),
  local_start: localTimeOf(start, zone),
  local_end: localTimeOf(end, zone),
});

/**
 * The instant of a local time. A time skipped in spring moves forward by the gap ('02:30' becomes 03:30); of a time
 * repeated in autumn the first is used. '24:00' is the start of the next day.
 */
export const instantOf = (day: Day, time: string, zone: string): Instant => {
  const date = Temporal.PlainDate.from(day);
  const plain = time === "24:00" ? date.add({ days: 1 }).toPlainDateTime("00:00") : date.toPlainDateTime(time);
  return plain.toZonedDateTime(zone, { disambiguation: "compatible" }).toInstant().toString();
};

/** The current day at the venue. */
export const todayAt = (now: Temporal.Instant, zone: string): Day =>
  now.toZonedDateTimeISO(zone).toPlainDate().toString();

/** The day this many days later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** The day of the week: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek % 7;

/** The end of every calendar: the start of the month one year from now, in the venue's zone. */
export const calendarEnd = (now: Temporal.Instant, zone: string): Instant =>
  now
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .with({ day: 1 })
    .add({ years: 1 })
    .toZonedDateTime(zone)
    .toInstant()
    .toString();
