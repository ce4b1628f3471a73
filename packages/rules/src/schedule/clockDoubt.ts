import type { ScheduledSession } from "./scheduledSession.ts";

/** Why a start is doubtful by the venue's clock: that day the clocks skip the time, or show it twice. */
export type ClockDoubt = "skipped" | "repeated";

const daysOf = new Map<string, boolean>();
/** Most days have 24 hours, and are asked about hundreds of times. */
const hasClockChange = (day: string, zone: string): boolean => {
  const key = `${zone} ${day}`;
  const known = daysOf.get(key);
  if (known !== undefined) return known;
  const changes = Temporal.PlainDate.from(day).toZonedDateTime(zone).hoursInDay !== 24;
  if (daysOf.size > 10_000) daysOf.clear();
  daysOf.set(key, changes);
  return changes;
};

/** Without a choice, a start that is skipped is moved by the gap; of one that comes twice, the first is used. */
export const clockDoubt = (
  { planned: { local_day, local_start }, at }: Pick<ScheduledSession, "planned" | "at">,
  zone: string,
): ClockDoubt | undefined => {
  if (!hasClockChange(local_day, zone)) return undefined;
  if (local_start !== at) return "skipped";
  const plain = Temporal.PlainDate.from(local_day).toPlainDateTime(at);
  const [first, second] = (["earlier", "later"] as const).map((disambiguation) =>
    plain.toZonedDateTime(zone, { disambiguation }).toInstant().toString(),
  );
  return first === second ? undefined : "repeated";
};

/** The doubt about a start for which its entry has chosen nothing. */
export const openClockDoubt = (
  session: Pick<ScheduledSession, "planned" | "at" | "clock">,
  zone: string,
): ClockDoubt | undefined => {
  const doubt = clockDoubt(session, zone);
  const chosen = doubt === "skipped" ? session.clock?.when_skipped : session.clock?.when_repeated;
  return chosen === undefined ? doubt : undefined;
};
