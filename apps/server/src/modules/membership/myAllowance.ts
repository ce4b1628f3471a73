import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { myAllowance as call } from "@foyer/contract/membership.ts";
import { allowanceLeft } from "@foyer/rules/allowance.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { liveMemberUses } from "../cart/memberUses.sql.ts";
import { eventRows } from "../catalog/catalog.sql.ts";
import { membersOf } from "../catalog/membersOf.ts";
import { sessionRow } from "../catalog/sessions.sql.ts";

/** What is left to a visitor of their memberships for an event; to whoever has none, nothing. */
export const myAllowance = async (ask: Ask, sent: Received<typeof call>): Promise<Reply<typeof call>> => {
  const { event_template_id, event_session_id } = sent;
  const [event] = await eventRows(ask, [event_template_id]);
  if (!event || event.retired) throw new Refused({ code: "event_not_found" });
  const member = await membersOf(ask, event.timezone);
  const { visitor, db, seller } = ask;
  if (member.terms.length === 0 || !visitor?.member_id) return { allowance: { _data: [] } };
  const session =
    event_session_id === undefined ? undefined : await sessionRow(ask, event_template_id, event_session_id, []);
  if (event_session_id !== undefined && !session) throw new Refused({ code: "event_session_not_found" });
  const uses = await liveMemberUses(db, seller.id, visitor.member_id, event_template_id);
  const left = allowanceLeft({ event_template_id, local_day: session?.local_day ?? null }, { ...member, uses });
  return { allowance: { _data: left.map((one) => ({ ...one, left: { ...one.left } })) } };
};
