import type { Day } from "@foyer/contract/basics.ts";
import type { MemberTerms } from "@foyer/rules/membership/memberTerms.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { eventRows } from "../events/events.sql.ts";
import { readMemberTerms } from "../members/readMemberTerms.ts";
import { sessionRow } from "./sessions.sql.ts";

/** The day of a visit (null without a session) and the visitor's membership terms. */
export const readVisit = async (
  ctx: RequestContext,
  event_template_id: string,
  event_session_id: string | undefined,
): Promise<{ readonly local_day: Day | null; readonly member: MemberTerms }> => {
  const [event] = await eventRows(ctx, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const member = await readMemberTerms(ctx, event.timezone);
  if (event_session_id === undefined) return { local_day: null, member };
  const session = await sessionRow(ctx, event_template_id, event_session_id, []);
  if (!session) throw new Refused({ code: "event_session_not_found" });
  return { local_day: session.local_day, member };
};
