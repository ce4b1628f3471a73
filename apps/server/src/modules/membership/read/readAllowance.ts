import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { myAllowance } from "@foyer/contract/shop/membership.ts";
import { remainingAllowances } from "@foyer/rules/membership/allocateAllowances.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readAllowanceUses } from "../../cart/members/allowanceUsage.ts";
import { readVisit } from "../../catalog/sessions/readVisit.ts";

/** What remains of the visitor's allowances for an event; empty without a membership. */
export const readAllowance = async (
  ctx: RequestContext,
  sent: Received<typeof myAllowance>,
): Promise<Reply<typeof myAllowance>> => {
  const { event_template_id, event_session_id } = sent;
  const { local_day, member } = await readVisit(ctx, event_template_id, event_session_id);
  const { visitor, db, seller } = ctx;
  if (member.terms.length === 0 || !visitor?.member_id) return { allowance: { _data: [] } };
  const uses = await readAllowanceUses(db, seller.id, visitor.member_id, [event_template_id]);
  const left = remainingAllowances({ event_template_id, local_day }, { ...member, uses });
  return { allowance: { _data: left.map((one) => ({ ...one, left: { ...one.left } })) } };
};
