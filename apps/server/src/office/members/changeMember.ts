import type {
  cancelMemberRenewal,
  lengthenMember,
  replaceMemberNumber,
  resendMemberCard,
} from "@foyer/contract/office/members/memberActions.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { replaceLostNumber } from "../../modules/membership/cards/replaceLostNumber.ts";
import { sendCard, sendCardAgain } from "../../modules/membership/cards/sendCard.ts";
import { lengthenTerm } from "../../modules/membership/end/lengthenTerm.ts";
import { cancelRenewal } from "../../modules/renewals/cancel/cancelRenewal.ts";
import { changingMember } from "./memberTransaction.ts";

/** Ends the automatic renewal, as the payer can do themselves. */
export const cancelRenewalAtDesk = (
  ctx: StaffContext,
  { reason, ...change }: StaffReceived<typeof cancelMemberRenewal>,
): Promise<Nothing> =>
  changingMember(ctx, change, async (ctx) => {
    if (!(await cancelRenewal(ctx, change.membership_id)))
      throw new Refused({ code: "auto_renew_not_scheduled", context: "membership" });
    return { result: {}, record: { action: "member.renewal_cancelled", reason } };
  });

export const resendCardOfMember = (
  ctx: StaffContext,
  change: StaffReceived<typeof resendMemberCard>,
): Promise<StaffReply<typeof resendMemberCard>> =>
  changingMember(ctx, change, async (ctx, { identity_id }) => {
    const to = await sendCardAgain(ctx, change.membership_id);
    if (to === undefined)
      throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: ["email"] } });
    const personal = { ...(identity_id !== null && { identity_id }), after: { to } };
    return { result: { to }, record: { action: "member.card_resent", personal } };
  });

/** The full former number is not recorded in the audit log: a mistyped one might belong to somebody else. */
export const replaceNumberOfMember = (
  ctx: StaffContext,
  { reason, ...change }: StaffReceived<typeof replaceMemberNumber>,
): Promise<StaffReply<typeof replaceMemberNumber>> =>
  changingMember(ctx, change, async (ctx, person) => {
    const member_number = await replaceLostNumber(ctx, person);
    const to = (await sendCard(ctx, change.membership_id)) ?? null;
    const [before, after] = [person.member_number, member_number].map((number) => ({ ending: number.slice(-4) }));
    return {
      result: { member_number, to },
      record: { action: "member.number_replaced", before: before ?? {}, after: after ?? {}, reason },
    };
  });

/** Moves the end of a term for all people on the membership. */
export const lengthenTermOfMember = (
  ctx: StaffContext,
  { reason, days, ...change }: StaffReceived<typeof lengthenMember>,
): Promise<StaffReply<typeof lengthenMember>> =>
  changingMember(ctx, change, async (ctx) => {
    const { before, valid_to, people } = await lengthenTerm(ctx, { membership_id: change.membership_id, days });
    return {
      result: { valid_to },
      record: { action: "member.lengthened", before: { valid_to: before }, after: { valid_to, days, people }, reason },
    };
  });
