import type { Instant } from "@foyer/contract/basics.ts";
import { addDays, instantOf, localDayOf } from "../dates/localTime.ts";
import type { ChangePolicy } from "./changePolicy.ts";

/**
 * The first moment at which tickets of a session can no longer be changed: the day after the last one that is
 * `horizon_days` before the session's, `horizon_hours` before its start, or its start, whichever comes first.
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
  // One millisecond later: a session that starts exactly so many hours from now is not past the horizon.
  if (horizon_hours !== null) ends.push(starts.subtract({ hours: horizon_hours }).add({ milliseconds: 1 }));
  return ends.reduce((first, end) => (Temporal.Instant.compare(end, first) < 0 ? end : first));
};
