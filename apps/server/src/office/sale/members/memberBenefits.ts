import type { MemberAllowance } from "@foyer/contract/shop/membership.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { remainingAllowances, type AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import { memberAccess, type BenefitTicketType, type MemberTerms } from "@foyer/rules/membership/memberTerms.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readAllowanceUses } from "../../../modules/cart/members/allowanceUsage.ts";
import { readMemberTerms } from "../../../modules/catalog/members/readMemberTerms.ts";
import { memberContext, requireCardOfBuyer } from "./counterMember.ts";

/** An offered visit to an event, on a day in its venue's time zone; `local_day` is null if it needs no session. */
type OfferedVisit = {
  readonly event_template_id: string;
  readonly timezone: string;
  readonly local_day: string | null;
};

/** What a person's memberships allow, by the rules of the storefront. */
export type MemberBenefits = {
  /** Whether members' tickets of this type are offered to them. */
  readonly allows: (visit: OfferedVisit, type: BenefitTicketType & { readonly handler: Handler }) => boolean;
  readonly left: (visit: OfferedVisit) => readonly MemberAllowance[];
};

/** The benefits of the member with this card, for events. Refused like a sale to them. */
export const memberBenefits = async (
  ctx: StaffContext,
  membership_id: string,
  event_ids: readonly string[],
): Promise<MemberBenefits> => {
  const { identity_id } = await requireCardOfBuyer(ctx, membership_id);
  const terms = await readMemberTerms(memberContext(ctx, identity_id), ctx.seller.timezone);
  const uses = await readAllowanceUses(ctx.db, ctx.seller.id, identity_id, event_ids);
  return benefitsOf(terms, uses, ctx.now);
};

const benefitsOf = (terms: MemberTerms, uses: readonly AllowanceUse[], now: Temporal.Instant): MemberBenefits => {
  const at = ({ timezone }: OfferedVisit): MemberTerms => ({ ...terms, today: todayAt(now, timezone) });
  return {
    allows: (visit, { handler, ...type }) => memberAccess(at(visit), visit.local_day ?? undefined)(type, handler),
    left: (visit) =>
      remainingAllowances(visit, { ...at(visit), uses }).map((one) => ({ ...one, left: { ...one.left } })),
  };
};
