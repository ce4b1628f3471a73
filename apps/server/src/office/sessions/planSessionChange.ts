import { isDeepStrictEqual } from "node:util";
import { maxDraftBytes } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { SessionsChange, SessionsPreview } from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { changeSessions, putAllBack } from "@foyer/rules/schedule/sessionChanges.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { replaceChapter, type CatalogueDocument } from "../../catalogue/revisions/chapters.ts";
import { cartsOfSessions } from "../../modules/aftersale/bulk/bulkRecords.ts";
import { buyersOfSessions } from "../../catalogue/apply/sessionBuyers.sql.ts";
import { baseCatalogue } from "../editing/baseCatalogue.ts";
import { chosenSessions, type EventSessionRow, type SessionEventRow } from "./eventSessions.sql.ts";
import { presentEditedSession, requireSessionEvent } from "./findEventSessions.ts";
import { plannedStartOf, publishedSchedule, type WrittenEvent } from "./publishedSchedule.ts";

/** The maximum number of entries for single sessions in a schedule: each of them is checked for every session. */
export const maxOwnChanges = 2000;

/** The facts of a session that its schedule determines. */
export type SessionState = Pick<
  ScheduledSession,
  | "capacity"
  | "oversell_capacity"
  | "cancelled"
  | "prices"
  | "start_datetime"
  | "end_datetime"
  | "local_day"
  | "local_start"
  | "local_end"
>;
export type PlannedSession = {
  readonly row: EventSessionRow;
  readonly before: SessionState;
  readonly after: SessionState;
};

export type SessionPlan = {
  readonly event: SessionEventRow;
  readonly chapter: string;
  /** The newest revision, and its document with the change applied. */
  readonly base: number;
  readonly document: CatalogueDocument;
  readonly sessions: readonly PlannedSession[];
};

const wrong = (field: string, description?: string): Refused =>
  new Refused({
    code: "validation_failed",
    context: "staff",
    ...(description !== undefined && { description }),
    extra: { fields: [field] },
  });

const hasSameTimes = (one: SessionState, other: SessionState): boolean =>
  one.start_datetime === other.start_datetime && one.end_datetime === other.end_datetime;

export const differs = ({ before, after }: PlannedSession): boolean =>
  before.capacity !== after.capacity ||
  before.oversell_capacity !== after.oversell_capacity ||
  before.cancelled !== after.cancelled ||
  !hasSameTimes(before, after) ||
  !isDeepStrictEqual(before.prices, after.prices);

const requireOneChange = ({ put_back, ...to }: SessionsChange): void => {
  const isSet = Object.values(to).some((value) => value !== undefined);
  if (isSet === (put_back === true)) throw wrong("change");
};

/** Sessions of the event that have not begun. Refuses others, and names those that have begun. */
const requireOpenSessions = async (
  { db, seller }: StaffContext,
  event_template_id: string,
  session_ids: readonly string[],
): Promise<readonly EventSessionRow[]> => {
  const ids = [...new Set(session_ids)];
  const rows = await chosenSessions(db, seller.id, event_template_id, ids);
  if (rows.length < ids.length) throw wrong("session_ids");
  const begun = rows.filter(({ has_begun }) => has_begun);
  if (begun.length > 0)
    throw new Refused({ code: "session_begun", context: "staff", extra: { session_ids: begun.map(({ id }) => id) } });
  return rows;
};

/** Applies a change to the newest revision: it only adds an exception of the schedule for each session. */
export const planSessionChange = async (
  ctx: StaffContext,
  {
    key,
    session_ids,
    change,
  }: { readonly key: string; readonly session_ids: readonly string[]; readonly change: SessionsChange },
): Promise<SessionPlan> => {
  requireOneChange(change);
  const event = await requireSessionEvent(ctx, key);
  const rows = await requireOpenSessions(ctx, event.id, session_ids);
  const { number, document } = await baseCatalogue(ctx);
  const { chapter, written, expand } = publishedSchedule(ctx, document, event);
  const { sessions: before } = await expand(written);
  const scheduled = rows.flatMap((row) => before.get(plannedStartOf(row)) ?? []);
  // The day was removed from the schedule, and the session remains only for its tickets.
  if (scheduled.length < rows.length) throw wrong("session_ids", "Some of these sessions are no longer scheduled.");
  const { put_back, move_minutes: move_by, ...to } = change;
  const edited = put_back ? putAllBack(written, scheduled) : changeSessions(written, scheduled, { ...to, move_by });
  requireRoomIn(edited);
  const { sessions: after, problems } = await expand(edited);
  requireFreeStarts(
    problems,
    scheduled.map(({ planned }) => after.get(planned.start_datetime)),
    ctx.now,
  );
  return {
    event,
    chapter,
    base: number,
    document: replaceChapter(document, chapter, edited),
    sessions: rows.flatMap((row) => {
      const [was, is] = [before, after].map((all) => all.get(plannedStartOf(row)));
      return was && is ? { row, before: was, after: is } : [];
    }),
  };
};

/** Refuses two sessions of an event with the same start, naming both, and a start in the past. */
const requireFreeStarts = (
  problems: readonly string[],
  sessions: readonly (ScheduledSession | undefined)[],
  now: Temporal.Instant,
): void => {
  const [problem] = problems;
  if (problem !== undefined) throw wrong("change", `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`);
  const past = sessions.find((session) => session && Temporal.Instant.compare(session.start_datetime, now) <= 0);
  if (past)
    throw wrong(
      "change",
      `The session of ${past.planned.local_day} ${past.planned.local_start} would begin at ${past.local_day} ${past.local_start}, which has passed.`,
    );
};

const requireRoomIn = (event: WrittenEvent): void => {
  const schedules = (event["schedules"] ?? []) as readonly { readonly changed?: readonly unknown[] }[];
  if (schedules.some(({ changed = [] }) => changed.length > maxOwnChanges))
    throw wrong("session_ids", `A schedule has at most ${maxOwnChanges} changes. Change its weeks instead.`);
  if (Buffer.byteLength(JSON.stringify(event)) > maxDraftBytes)
    throw wrong("session_ids", "The event is too large for more changes. Change its weeks instead.");
};

const sumOf = (sessions: readonly PlannedSession[], when: "before" | "after"): number | null =>
  sessions.some((session) => session[when].capacity < 0)
    ? null
    : sessions.reduce((sum, session) => sum + session[when].capacity, 0);

/** The figures of a plan as of now. */
export const describeSessionPlan = async (
  { db, seller }: StaffContext,
  { sessions, event, base }: SessionPlan,
): Promise<SessionsPreview> => {
  const ids = sessions.map(({ row }) => row.id);
  const buyers = new Map((await buyersOfSessions(db, seller.id, ids)).map((row) => [row.id, row]));
  const { held } = await cartsOfSessions(db, seller.id, ids);
  const countsOf = (id: string | null) => {
    const { orders = 0, people = 0 } = buyers.get(id) ?? {};
    return { orders, people };
  };
  return {
    revision: base,
    changes: sessions.filter(differs).length,
    ...countsOf(null),
    carts: held,
    places: { before: sumOf(sessions, "before"), after: sumOf(sessions, "after") },
    sessions: sessions.map(({ row, before, after }) => ({
      ...presentEditedSession(row, event.timezone),
      becomes: hasSameTimes(before, after)
        ? null
        : { local_day: after.local_day, local_start: after.local_start, local_end: after.local_end },
      ...countsOf(row.id),
    })),
  };
};

/** Only sessions with nothing sold or held can be cancelled here: buyers would have to choose what they want instead. */
export const requireNothingTaken = (plan: SessionPlan, { sessions }: SessionsPreview): void => {
  const ending = new Set(
    plan.sessions.filter(({ before, after }) => after.cancelled && !before.cancelled).map(({ row }) => row.id),
  );
  const taken = sessions.filter(
    ({ id, orders, taken: places, kept }) => ending.has(id) && (orders > 0 || places > kept),
  );
  if (taken.length > 0)
    throw new Refused({
      code: "has_buyers",
      context: "staff",
      description: `${taken.length} of these sessions have buyers or carts. Cancel those with an action for their orders.`,
      extra: { session_ids: taken.map(({ id }) => id) },
    });
};
