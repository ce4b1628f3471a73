import type { Instant } from "@foyer/contract/basics.ts";
import { addDays, instantOf, localDayOf } from "../dates/localTime.ts";
import type { ChangePolicy } from "./changePolicy.ts";

/**
 * The moment from which tickets for a session can no longer be changed: the end of the day that is `horizon_days` before
 * the session's day, `horizon_hours` before its start, or its start, whichever comes first.
 */
export const changesEndAt = (
  start: Instant,
  { horizon_days, horizon_hours }: Pick<ChangePolicy, "horizon_days" | "horizon_hours">,
  zone: string,
): Temporal.Instant => {
  const starts = Temporal.Instant.from(start);
  const ends = [starts];
  if (horizon_days !== null)
    ends.push(Temporal.Instant.from(instantOf(addDays(localDayOf(start, zone), 1 - horizon_days), "00:00", zone)));
  // Adds a millisecond, so that a session starting in exactly this many hours is not yet past the horizon.
  if (horizon_hours !== null) ends.push(starts.subtract({ hours: horizon_hours }).add({ milliseconds: 1 }));
  return ends.reduce((first, end) => (Temporal.Instant.compare(end, first) < 0 ? end : first));
};
