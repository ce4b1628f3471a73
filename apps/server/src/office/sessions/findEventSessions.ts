import {
  sessionPageSize,
  sessionWeekdays,
  type EditedSession,
  type listEventSessions,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { localDayOf, localTimeOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findSessionEvent, typesOfSessions, type EventSessionRow, type SessionEventRow } from "./eventSessions.sql.ts";
import { changedAlone } from "./publishedSchedule.ts";
import { countSessions, sessionCursor, sessionsOfEvent, type EditedSessionFilter } from "./sessionList.sql.ts";

export const requireSessionEvent = async ({ db, seller }: StaffContext, key: string): Promise<SessionEventRow> => {
  const event = await findSessionEvent(db, seller.id, key);
  if (!event) throw new Refused({ code: "not_found", context: "staff" });
  return event;
};

export const presentEditedSession = (
  { capacity, planned_start, ...row }: EventSessionRow,
  zone: string,
): EditedSession => ({
  ...row,
  planned:
    planned_start === null
      ? null
      : { local_day: localDayOf(planned_start, zone), local_start: localTimeOf(planned_start, zone) },
  capacity: capacity < 0 ? null : capacity,
});

/** A page of an event's sessions. The first page includes their number, and which of them can be changed. */
export const findEventSessions = async (
  ctx: StaffContext,
  { key, after, sort: text = "session", weekdays, ...filters }: StaffReceived<typeof listEventSessions>,
): Promise<StaffReply<typeof listEventSessions>> => {
  const { db, seller, now } = ctx;
  const event = await requireSessionEvent(ctx, key);
  const today = todayAt(now, event.timezone);
  const filter: EditedSessionFilter = {
    event_template_id: event.id,
    from: filters.from ?? (filters.until === undefined ? today : null),
    until: filters.until ?? null,
    weekdays: weekdays && weekdays.length > 0 ? weekdays.map((day) => sessionWeekdays.indexOf(day) + 1) : null,
    time_from: filters.time_from ?? null,
    time_until: filters.time_until ?? null,
    fill: filters.fill ?? null,
  };
  const sort = parseSort(text);
  const rows = await sessionsOfEvent(ctx, filter, { sort, after });
  const { count, open_ids } = await countSessions(ctx, filter);
  const types = await typesOfSessions(db, seller.id, event.id);
  const page = rows.slice(0, sessionPageSize);
  const last = page.at(-1);
  const changed = await changedAlone(ctx, event, page);
  return {
    event: { ...event, today },
    types: types.map(({ amount, ...type }) => ({ ...type, price: toDecimal(amount, seller.default_currency_code) })),
    sessions: page.map((row) => ({ ...presentEditedSession(row, event.timezone), is_changed: changed.has(row.id) })),
    next: rows.length > page.length && last ? sessionCursor(sort, last) : null,
    count,
    open_ids: [...open_ids],
  };
};
