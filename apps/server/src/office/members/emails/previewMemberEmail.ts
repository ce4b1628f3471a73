import type { MailingAction, MemberEmails, previewMemberEmail } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { previewCancelledRenewal, previewReplacedNumber, previewResentCard } from "../changeMember.ts";
import { previewRisk } from "../renewals/renewalsAtRisk.ts";

type Preview = (ctx: StaffContext, membership_id: string) => Promise<MemberEmails>;

const previews: Readonly<Record<MailingAction, Preview>> = {
  resend: previewResentCard,
  replace_number: previewReplacedNumber,
  cancel_renewal: previewCancelledRenewal,
  email_renewal: previewRisk,
};

/** The e-mail of a change that depends on nothing typed. Changes nothing. */
export const previewEmailOfMember = (
  ctx: StaffContext,
  { membership_id, action }: StaffReceived<typeof previewMemberEmail>,
): Promise<MemberEmails> => previews[action](ctx, membership_id);
