import type { Steps } from "../values/steps.ts";
import { isMoved, type AddProblem, type ScheduledSession } from "./scheduledSession.ts";

/**
 * Removes sessions that are planned for the same moment. When the clocks skip an hour, two different local starts can be
 * the same moment, and the first is kept; two equal starts are a problem of the catalogue.
 */
export const removeDuplicates = function* (
  sessions: readonly ScheduledSession[],
  addProblem: AddProblem,
): Steps<ScheduledSession[]> {
  const byStart = new Map<string, ScheduledSession>();
  const reported = new Set<string>();
  for (const session of sessions) {
    yield;
    const duplicate = byStart.get(session.planned.start_datetime);
    if (!duplicate) byStart.set(session.planned.start_datetime, session);
    else if (duplicate.at === session.at && !reported.has(session.path.join("."))) {
      reported.add(session.path.join("."));
      addProblem(session.path, `starts twice at ${session.at} on ${session.planned.local_day}`);
    }
  }
  return [...byStart.values()];
};

/** Two sessions of an event cannot begin at the same moment: if one is moved onto another, both are reported. */
export const removeCollisions = function* (
  sessions: readonly ScheduledSession[],
  addProblem: AddProblem,
): Steps<ScheduledSession[]> {
  const byStart = new Map<string, ScheduledSession>();
  for (const session of sessions) {
    yield;
    const other = byStart.get(session.start_datetime);
    if (!other) {
      byStart.set(session.start_datetime, session);
      continue;
    }
    const [moved, standing] = isMoved(session) ? [session, other] : [other, session];
    addProblem(moved.path, `${movedText(moved)} would begin at the same moment as ${movedText(standing)}`);
  }
  return [...byStart.values()].sort((a, b) => (a.start_datetime < b.start_datetime ? -1 : 1));
};

const movedText = (session: ScheduledSession): string => {
  const { planned, local_day, local_start } = session;
  const name = `the session of ${planned.local_day} ${planned.local_start}`;
  return isMoved(session) ? `${name}, moved to ${local_day} ${local_start},` : name;
};
