import type { ScheduledSession } from "./scheduledSession.ts";

/** Why a start time is ambiguous at the venue: that day the clocks skip the time, or show it twice. */
export type StartAmbiguity = "skipped" | "repeated";

const daysOf = new Map<string, boolean>();
/** Cached, because the same day is asked about hundreds of times. */
const hasClockChange = (day: string, zone: string): boolean => {
  const key = `${zone} ${day}`;
  const known = daysOf.get(key);
  if (known !== undefined) return known;
  const changes = Temporal.PlainDate.from(day).toZonedDateTime(zone).hoursInDay !== 24;
  if (daysOf.size > 10_000) daysOf.clear();
  daysOf.set(key, changes);
  return changes;
};

/** Why a time of a day is ambiguous by the clocks of a zone, if it is. */
export const timeAmbiguity = (day: string, time: string, zone: string): StartAmbiguity | undefined => {
  if (!hasClockChange(day, zone)) return undefined;
  const plain = Temporal.PlainDate.from(day).toPlainDateTime(time);
  const [first, second] = (["earlier", "later"] as const).map((disambiguation) =>
    plain.toZonedDateTime(zone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  if (first.epochMilliseconds === second.epochMilliseconds) return undefined;
  return first.toPlainDateTime().equals(plain) ? "repeated" : "skipped";
};

/** Without a choice, a skipped start is moved by the gap, and of a repeated one the first is used. */
export const startAmbiguity = (
  { planned: { local_day, local_start }, at }: Pick<ScheduledSession, "planned" | "at">,
  zone: string,
): StartAmbiguity | undefined => {
  if (!hasClockChange(local_day, zone)) return undefined;
  return local_start !== at ? "skipped" : timeAmbiguity(local_day, at, zone);
};

/** The ambiguity of a start for which its entry makes no choice. */
export const unresolvedAmbiguity = (
  session: Pick<ScheduledSession, "planned" | "at" | "clock">,
  zone: string,
): StartAmbiguity | undefined => {
  const ambiguity = startAmbiguity(session, zone);
  const chosen = ambiguity === "skipped" ? session.clock?.when_skipped : session.clock?.when_repeated;
  return chosen === undefined ? ambiguity : undefined;
};
