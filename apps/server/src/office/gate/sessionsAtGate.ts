import type { GateContext } from "../../http/staff/staffContext.ts";
import { gateSessionOf } from "./gateSubject.ts";
import { countedSessions, type CountedSession, type GateEventRow } from "./readGate.sql.ts";

export type SessionAtGate = Omit<CountedSession, "is_today"> & { readonly is_all_day: boolean };

/**
 * The sessions of a gate on the seller's current day. A session of another day, such as one that runs past midnight, is
 * included while it admits people, unless it is a day's opening hours.
 */
export const sessionsAtGate = async (
  { db, seller }: Pick<GateContext, "db" | "seller">,
  events: readonly GateEventRow[],
  day: string,
): Promise<readonly SessionAtGate[]> => {
  const byId = new Map(events.map((event) => [event.id, event]));
  const rows = await countedSessions(db, seller.id, [...byId.keys()], day);
  return rows.flatMap(({ is_today, ...row }) => {
    const event = byId.get(row.event_template_id);
    const is_all_day = event ? gateSessionOf({ ...row, local_day: row.day }, event).isAllDay : false;
    return is_today || !is_all_day ? [{ ...row, is_all_day }] : [];
  });
};
