import type { Day, Instant } from "@foyer/contract/basics.ts";

/** A day, a start and an end as the venue's clocks show them. */
export type LocalTimes = { local_day: Day; local_start: string; local_end: string };

const twoDigits = (value: number) => String(value).padStart(2, "0");
const clockTime = (time: Temporal.ZonedDateTime) => `${twoDigits(time.hour)}:${twoDigits(time.minute)}`;

/** The venue's day on which a moment falls. */
export const localDayOf = (moment: Instant, zone: string): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();

/** '19:30' by the venue's clocks. */
export const localTimeOf = (moment: Instant, zone: string): string =>
  clockTime(Temporal.Instant.from(moment).toZonedDateTimeISO(zone));

export const localTimes = (start: Instant, end: Instant, zone: string): LocalTimes => ({
  local_day: localDayOf(start, zone),
  local_start: localTimeOf(start, zone),
  local_end: localTimeOf(end, zone),
});

/**
 * The moment of a wall-clock time. An hour that the spring change skips is moved forward by the gap ('02:30' starts at
 * 03:30); of an hour that the autumn change repeats the first is meant. '24:00' is the start of the next day.
 */
export const instantOf = (day: Day, time: string, zone: string): Instant => {
  const date = Temporal.PlainDate.from(day);
  const plain = time === "24:00" ? date.add({ days: 1 }).toPlainDateTime("00:00") : date.toPlainDateTime(time);
  return plain.toZonedDateTime(zone, { disambiguation: "compatible" }).toInstant().toString();
};

/** The venue's today at a moment. */
export const todayAt = (now: Temporal.Instant, zone: string): Day =>
  now.toZonedDateTimeISO(zone).toPlainDate().toString();

/** Days later, earlier when negative. */
export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek % 7;

/** Where calendars end: the start of the month one year ahead (document 2 §9). */
export const calendarEnd = (now: Temporal.Instant, zone: string): Instant =>
  now
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .with({ day: 1 })
    .add({ years: 1 })
    .toZonedDateTime(zone)
    .toInstant()
    .toString();
