import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { myAllowance as call } from "@foyer/contract/membership.ts";
import { allowanceLeft } from "@foyer/rules/allowance.ts";
import type { Ask } from "../../http/ask.ts";
import { usesOf } from "../cart/allowanceSheet.ts";
import { readVisit } from "../catalog/readVisit.ts";

/** What is left to a visitor of their memberships for an event; to whoever has none, nothing. */
export const myAllowance = async (ask: Ask, sent: Received<typeof call>): Promise<Reply<typeof call>> => {
  const { event_template_id, event_session_id } = sent;
  const { local_day, member } = await readVisit(ask, event_template_id, event_session_id);
  const { visitor, db, seller } = ask;
  if (member.terms.length === 0 || !visitor?.member_id) return { allowance: { _data: [] } };
  const uses = await usesOf(db, seller.id, visitor.member_id, event_template_id);
  const left = allowanceLeft({ event_template_id, local_day }, { ...member, uses });
  return { allowance: { _data: left.map((one) => ({ ...one, left: { ...one.left } })) } };
};
