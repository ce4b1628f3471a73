import type { MemberEmails, previewRenewalLink } from "@foyer/contract/office/members/memberEmails.ts";
import type { quoteMemberRenewal, sendMemberRenewalLink } from "@foyer/contract/office/members/renewMember.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { tooManyRequests } from "../../../modules/identity/attempts/loginAttempts.ts";
import { notRenewable, planRenewal, type RenewalPlan } from "../../../modules/renewals/byStaff/planRenewal.ts";
import { priceOfRenewal, queueRenewalLink } from "../../../modules/renewals/byStaff/renewalLinkEmail.ts";
import { chosenEmail, withSentence } from "../../../providers/mail/emailOptions.ts";
import { previewAlone } from "../../members/emails/previewInMember.ts";
import { changingMember } from "../../members/memberTransaction.ts";
import { secondsUntilAgain } from "../../members/renewals/secondsUntilAgain.sql.ts";

export const quoteRenewal = async (
  ctx: StaffContext,
  { membership_id }: StaffReceived<typeof quoteMemberRenewal>,
): Promise<StaffReply<typeof quoteMemberRenewal>> => {
  const plan = await planRenewal(ctx, membership_id);
  const { level, party, timezone, term, is_renewable, renewable_from, holder } = plan;
  const currency = ctx.seller.default_currency_code;
  return {
    membership_id: plan.membership_id,
    level,
    people: party.map((one) => ({
      name: one.holder_name,
      type: one.type,
      price: toDecimal(priceOfRenewal(ctx.seller, { party: [one] }), currency),
    })),
    total: toDecimal(priceOfRenewal(ctx.seller, plan), currency),
    currency,
    ...term,
    last_day: lastValidDay(term, timezone),
    timezone,
    is_renewable,
    renewable_from,
    email: opensAccount(ctx.seller.configuration) ? holder.email : null,
  };
};

/** Refuses if the holder cannot renew online now. */
const requireOffer = async (ctx: StaffContext, membership_id: string): Promise<RenewalPlan> => {
  const plan = await planRenewal(ctx, membership_id);
  if (!plan.is_renewable || !opensAccount(ctx.seller.configuration)) throw notRenewable();
  return plan;
};

export const previewRenewalLinkEmail = async (
  ctx: StaffContext,
  { membership_id }: StaffReceived<typeof previewRenewalLink>,
): Promise<MemberEmails> => {
  const plan = await requireOffer(ctx, membership_id);
  return previewAlone(ctx, "renewal_link", (ctx) => queueRenewalLink(ctx, plan, plan.holder.email));
};

/** E-mails the holder a link to renew and pay online. */
export const sendRenewalLink = (
  ctx: StaffContext,
  { sentence, ...change }: StaffReceived<typeof sendMemberRenewalLink>,
): Promise<StaffReply<typeof sendMemberRenewalLink>> =>
  changingMember(ctx, change, async (ctx) => {
    const plan = await requireOffer(ctx, change.membership_id);
    const to = plan.holder.email;
    const wait = await secondsUntilAgain(ctx.db, ctx.seller.id, {
      membership_id: change.membership_id,
      action: "member.renewal_link_sent",
      hours: 1,
    });
    if (wait > 0) throw tooManyRequests(wait, "membership");
    const emailOptions = withSentence("renewal_link", sentence);
    await queueRenewalLink({ ...ctx, emailOptions }, plan, to);
    const personal = { identity_id: plan.holder_id, after: { to } };
    return {
      result: { to },
      record: { action: "member.renewal_link_sent", after: chosenEmail(emailOptions), personal },
    };
  });
