import type { Day, Instant } from "@foyer/contract/basics.ts";
import { addDays, localTimes, instantOf, localTimeOf } from "../dates/localTime.ts";
import type { ClockChoice } from "./timetable.ts";

export type LocalSessionTimes = {
  readonly start_datetime: Instant;
  readonly end_datetime: Instant;
  readonly local_day: Day;
  readonly local_start: string;
  readonly local_end: string;
};
export type SessionLength = { readonly minutes?: number | undefined; readonly ends?: string | undefined };

const minuteMs = 60_000;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Computes the times of sessions in a time zone. A year can have hundreds of thousands of sessions, so on days without a
 * clock change the times are counted from midnight instead of converted one by one.
 */
export const venueClock = (zone: string) => {
  const midnights = new Map<Day, number | undefined>();
  const midnightOf = (day: Day): number | undefined => {
    if (!midnights.has(day)) {
      const start = Temporal.PlainDate.from(day).toZonedDateTime(zone);
      midnights.set(day, start.hoursInDay === 24 && start.hour === 0 ? start.epochMilliseconds : undefined);
    }
    return midnights.get(day);
  };
  const moment = (day: Day, time: string, which?: ClockChoice["when_repeated"]): number => {
    const midnight = midnightOf(day);
    if (midnight !== undefined) return midnight + minutesOf(time) * minuteMs;
    if (which === "second") {
      const plain = Temporal.PlainDate.from(day).toPlainDateTime(time);
      return plain.toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds;
    }
    return Temporal.Instant.from(instantOf(day, time, zone)).epochMilliseconds;
  };

  /** A session with a length in minutes or an end time; an end time that is not after the start is on the next day. */
  return (day: Day, at: string, { minutes, ends, when_repeated }: SessionLength & ClockChoice): LocalSessionTimes => {
    const start = moment(day, at, when_repeated);
    let end: number;
    if (minutes !== undefined) end = start + minutes * minuteMs;
    else {
      const last = ends ?? at;
      const nominal = minutesOf(last) - minutesOf(at);
      end = moment(nominal > 0 ? day : addDays(day, 1), last);
      // If the clocks skip both times, the session lasts as long as the difference between them.
      if (end <= start) end = start + (nominal > 0 ? nominal : nominal + 24 * 60) * minuteMs;
    }
    const [start_datetime, end_datetime] = [start, end].map((ms) =>
      Temporal.Instant.fromEpochMilliseconds(ms).toString(),
    ) as [string, string];
    const midnight = midnightOf(day);
    if (midnight === undefined)
      return { start_datetime, end_datetime, ...localTimes(start_datetime, end_datetime, zone) };
    const endMinutes = (end - midnight) / minuteMs;
    const local_end = endMinutes < 24 * 60 ? formatClock(endMinutes) : localTimeOf(end_datetime, zone);
    return { start_datetime, end_datetime, local_day: day, local_start: at, local_end };
  };
};

const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
