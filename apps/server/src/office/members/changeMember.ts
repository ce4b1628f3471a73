import type {
  cancelMemberRenewal,
  lengthenMember,
  replaceMemberNumber,
  resendMemberCard,
} from "@foyer/contract/office/members/memberActions.ts";
import type { MemberEmails } from "@foyer/contract/office/members/memberEmails.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { replaceLostNumber } from "../../modules/membership/cards/replaceLostNumber.ts";
import { sendCard, sendCardAgain } from "../../modules/membership/cards/sendCard.ts";
import { lengthenTerm } from "../../modules/membership/end/lengthenTerm.ts";
import { cancelRenewal } from "../../modules/renewals/cancel/cancelRenewal.ts";
import { chosenEmail, chosenFor, withSentence } from "../../providers/mail/emailOptions.ts";
import { previewInMember } from "./emails/previewInMember.ts";
import { changingMember, type MemberContext } from "./memberTransaction.ts";

/** The kind of the e-mail with a card. */
const card = "membership_card";

/** Ends the automatic renewal, as the payer can do themselves. */
export const cancelRenewalAtDesk = (
  ctx: StaffContext,
  { reason, email, ...change }: StaffReceived<typeof cancelMemberRenewal>,
): Promise<Nothing> =>
  changingMember({ ...ctx, emailOptions: chosenFor("auto_renew_cancelled", email) }, change, async (ctx) => {
    await requireCancelled(ctx, change.membership_id);
    return { result: {}, record: { action: "member.renewal_cancelled", after: chosenEmail(email), reason } };
  });

const requireCancelled = async (ctx: MemberContext, membership_id: string): Promise<void> => {
  if (!(await cancelRenewal(ctx, membership_id)))
    throw new Refused({ code: "auto_renew_not_scheduled", context: "membership" });
};

export const previewCancelledRenewal = (ctx: StaffContext, membership_id: string): Promise<MemberEmails> =>
  previewInMember(ctx, { membership_id, kind: "auto_renew_cancelled" }, async (tx) => {
    await requireCancelled(tx, membership_id);
    return [];
  });

export const resendCardOfMember = (
  ctx: StaffContext,
  { sentence, ...change }: StaffReceived<typeof resendMemberCard>,
): Promise<StaffReply<typeof resendMemberCard>> =>
  changingMember({ ...ctx, emailOptions: withSentence(card, sentence) }, change, async (ctx, { identity_id }) => {
    const to = await sendCardAgain(ctx, change.membership_id);
    if (to === undefined)
      throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: ["email"] } });
    const personal = { ...(identity_id !== null && { identity_id }), after: { to } };
    return {
      result: { to },
      record: { action: "member.card_resent", after: chosenEmail({ is_sent: true, sentence }), personal },
    };
  });

export const previewResentCard = (ctx: StaffContext, membership_id: string): Promise<MemberEmails> =>
  previewInMember(ctx, { membership_id, kind: card }, async (tx) => {
    await sendCard(tx, membership_id);
    return [];
  });

/** The full former number is not recorded in the audit log: a mistyped one might belong to somebody else. */
export const replaceNumberOfMember = (
  ctx: StaffContext,
  { reason, email, ...change }: StaffReceived<typeof replaceMemberNumber>,
): Promise<StaffReply<typeof replaceMemberNumber>> =>
  changingMember({ ...ctx, emailOptions: chosenFor(card, email) }, change, async (ctx, person) => {
    const member_number = await replaceLostNumber(ctx, person);
    const to = (await sendCard(ctx, change.membership_id)) ?? null;
    const [before, after] = [person.member_number, member_number].map((number) => ({ ending: number.slice(-4) }));
    return {
      result: { member_number, to },
      record: {
        action: "member.number_replaced",
        before: before ?? {},
        after: { ...after, ...chosenEmail(email) },
        reason,
      },
    };
  });

export const previewReplacedNumber = (ctx: StaffContext, membership_id: string): Promise<MemberEmails> =>
  previewInMember(ctx, { membership_id, kind: card }, async (tx, person) => {
    const member_number = await replaceLostNumber(tx, person);
    await sendCard(tx, membership_id);
    return [member_number];
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
