import type { changeMemberHolder } from "@foyer/contract/office/members/memberActions.ts";
import type { MemberEmails, previewHolderEmails } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { passCard, type PassedCard } from "../../modules/membership/cards/passCard.ts";
import { sendCard } from "../../modules/membership/cards/sendCard.ts";
import { cancelRenewal } from "../../modules/renewals/cancel/cancelRenewal.ts";
import { chosenFor } from "../../providers/mail/emailOptions.ts";
import { chosenCardEmail } from "./emails/chosenCardEmail.ts";
import { previewInMember } from "./emails/previewInMember.ts";
import { changingMember, type MemberContext } from "./memberTransaction.ts";

type Holder = Pick<
  StaffReceived<typeof changeMemberHolder>,
  "membership_id" | "holder_name" | "holder_email" | "is_other_person"
>;

/** Runs in a transaction that has locked the card. */
const passOn = async (ctx: MemberContext, { membership_id, holder_name, holder_email, is_other_person }: Holder) => {
  const sent = { name: holder_name || null, email: holder_email, isOtherPerson: is_other_person };
  const passed = await passCard(ctx, membership_id, sent);
  let renewals = 0;
  if (is_other_person) for (const id of passed.term_ids) if (await cancelRenewal(ctx, id)) renewals++;
  const to = passed.isPassed && passed.now.email !== null ? ((await sendCard(ctx, membership_id)) ?? null) : null;
  return { passed, renewals, to };
};

/** Changes the person on a card. For another person the automatic renewal ends, since the payer has not agreed to that. */
export const changeHolderOfMember = (
  ctx: StaffContext,
  { reason, email, ...change }: StaffReceived<typeof changeMemberHolder>,
): Promise<StaffReply<typeof changeMemberHolder>> =>
  changingMember({ ...ctx, emailOptions: chosenFor("membership_card", email) }, change, async (ctx) => {
    const { passed, renewals, to } = await passOn(ctx, change);
    const { before, member_number, isPassed } = passed;
    return {
      result: { member_number, to },
      record: {
        action: "member.holder_changed",
        ...(isPassed && { before: endingOf(before) }),
        after: {
          ...(isPassed && { ...endingOf(passed), ...chosenCardEmail(email) }),
          ...(renewals > 0 && { renewals_cancelled: renewals }),
        },
        personal: personalOf(change.membership_id, passed),
        reason,
      },
    };
  });

/** The card to its new holder, and the e-mail to the payer of a renewal that ends. */
export const previewHolder = (
  ctx: StaffContext,
  holder: StaffReceived<typeof previewHolderEmails>,
): Promise<MemberEmails> =>
  previewInMember(
    ctx,
    { membership_id: holder.membership_id, kind: "membership_card", also: ["auto_renew_cancelled"] },
    async (tx) => {
      const { passed } = await passOn(tx, holder);
      return passed.isPassed ? [passed.member_number] : [];
    },
  );

const endingOf = ({ member_number }: { readonly member_number: string }) => ({ ending: member_number.slice(-4) });

/** A child has no account, so the entry is then linked to the card. */
const personalOf = (membership_id: string, { before, now, identity_id }: PassedCard) => ({
  identity_id: before.identity_id ?? identity_id ?? membership_id,
  before: { name: before.holder_name, email: before.holder_email },
  after: now,
});
