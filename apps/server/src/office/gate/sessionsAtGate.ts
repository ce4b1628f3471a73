import type { GateContext } from "../../http/staff/staffContext.ts";
import { gateSessionOf } from "./gateSubject.ts";
import { countedSessions, type CountedSession, type GateEventRow } from "./readGate.sql.ts";

export type SessionAtGate = CountedSession & { readonly is_all_day: boolean };

/**
 * The sessions of a gate on a day. A session that runs past midnight is included while it admits people, unless it is a
 * day's opening hours.
 */
export const sessionsAtGate = async (
  { db, seller }: Pick<GateContext, "db" | "seller">,
  events: readonly GateEventRow[],
  day: string,
): Promise<readonly SessionAtGate[]> => {
  const byId = new Map(events.map((event) => [event.id, event]));
  const rows = await countedSessions(db, seller.id, [...byId.keys()], day);
  return rows.flatMap((row) => {
    const event = byId.get(row.event_template_id);
    const is_all_day = event ? gateSessionOf({ ...row, local_day: row.day }, event).isAllDay : false;
    return row.day === day || !is_all_day ? [{ ...row, is_all_day }] : [];
  });
};
