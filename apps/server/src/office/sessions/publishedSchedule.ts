import type { Instant } from "@foyer/contract/basics.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { expandInSteps } from "@foyer/rules/schedule/expandSchedules.ts";
import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { readTimetable, readWrittenDays } from "@foyer/rules/schedule/readTimetable.ts";
import { isChangedAlone } from "@foyer/rules/schedule/sessionChanges.ts";
import { sessionsWithin } from "@foyer/rules/schedule/sessionsWithin.ts";
import { inTurns } from "../../db/turns/inTurns.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { chapterOf, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { findBase } from "../editing/baseCatalogue.ts";
import { venueOfEvent } from "../editing/readUseCases.ts";
import type { EventSessionRow, SessionEventRow } from "./eventSessions.sql.ts";

export type WrittenEvent = Readonly<Record<string, unknown>>;

export type ExpandedSchedule = {
  readonly sessions: ReadonlyMap<Instant, ScheduledSession>;
  readonly problems: readonly string[];
};

/** An event as in a revision, with functions that expand its schedule. */
export const publishedSchedule = (
  { now }: Pick<StaffContext, "now">,
  document: CatalogueDocument,
  { key, timezone }: SessionEventRow,
) => {
  const chapter = `event/${key}`;
  const written = (chapterOf(document, chapter) ?? {}) as WrittenEvent;
  const today = todayAt(now, timezone);
  const closed = readWrittenDays(venueOfEvent(document, key)?.closed);
  return {
    chapter,
    written,
    /** The sessions of the event, as published or changed, by their planned start, and the problems of its schedule. */
    expand: async (event: WrittenEvent): Promise<ExpandedSchedule> => {
      const problems: string[] = [];
      const addProblem = (_path: unknown, message: string): void => void problems.push(message);
      const at = { zone: timezone, today, path: [], addProblem, venueClosed: closed };
      const sessions = await inTurns(expandInSteps(readTimetable(event), at));
      return { sessions: byPlannedStart(sessions), problems };
    },
    within: (span: { readonly from: string; readonly until: string }): ReadonlyMap<Instant, ScheduledSession> =>
      byPlannedStart(sessionsWithin(readTimetable(written), span, { zone: timezone, today, closed })),
  };
};

const byPlannedStart = (sessions: readonly ScheduledSession[]): ReadonlyMap<Instant, ScheduledSession> =>
  new Map(sessions.map((session) => [session.planned.start_datetime, session]));

/** The planned start identifies a session, whether or not it was moved. */
export const plannedStartOf = ({ planned_start, start_datetime }: EventSessionRow): Instant =>
  planned_start ?? start_datetime;

/**
 * The sessions that were changed individually: later changes of their week leave them unchanged, and their changes can be
 * undone.
 */
export const changedAlone = async (
  ctx: StaffContext,
  event: SessionEventRow,
  rows: readonly EventSessionRow[],
): Promise<ReadonlySet<string>> => {
  // The rows may be in any order.
  const days = rows.map(({ local_day }) => local_day).toSorted();
  const [from, until] = [days[0], days.at(-1)];
  const base = from === undefined ? undefined : await findBase(ctx);
  if (!base || from === undefined || until === undefined) return new Set();
  const { written, within } = publishedSchedule(ctx, base.document, event);
  const scheduled = within({ from, until });
  const isChanged = (row: EventSessionRow): boolean => {
    const session = scheduled.get(plannedStartOf(row));
    return session !== undefined && isChangedAlone(written, session);
  };
  return new Set(rows.filter(isChanged).map(({ id }) => id));
};
