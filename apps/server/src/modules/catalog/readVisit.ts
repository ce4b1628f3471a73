import type { Day } from "@foyer/contract/basics.ts";
import type { MemberTerms } from "@foyer/rules/memberTerms.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { eventRows } from "./catalog.sql.ts";
import { membersOf } from "./membersOf.ts";
import { sessionRow } from "./sessions.sql.ts";

/** The day of a visit, null for what is for no session, and what the visitor is a member by. */
export const readVisit = async (
  ask: Ask,
  event_template_id: string,
  event_session_id: string | undefined,
): Promise<{ readonly local_day: Day | null; readonly member: MemberTerms }> => {
  const [event] = await eventRows(ask, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const member = await membersOf(ask, event.timezone);
  if (event_session_id === undefined) return { local_day: null, member };
  const session = await sessionRow(ask, event_template_id, event_session_id, []);
  if (!session) throw new Refused({ code: "event_session_not_found" });
  return { local_day: session.local_day, member };
};
