import * as z from "zod/mini";
import { Id, Money } from "../../basics.ts";
import { EmailPreview } from "../orders/deskActions.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { addedPerson, holderChange, givenMembership } from "./memberActions.ts";
import { ofGift } from "./giftMemberships.ts";
import { ofMember } from "./memberPage.ts";

/* The e-mails that a change of a membership would send. Nothing is changed or sent, and the permission is that of the
   change. What only the change itself creates, such as a new member number, is left out of the texts as '…', and so is the
   token of a link. */

export const MemberEmails = z.object({
  /** Null if nobody has an address for it. */
  email: z.nullable(EmailPreview),
  /** Further e-mails that the same change sends. */
  notices: z.array(EmailPreview),
});
export type MemberEmails = z.infer<typeof MemberEmails>;

/** The changes of a membership whose e-mail depends on nothing that is typed. */
export const mailingActions = ["resend", "replace_number", "cancel_renewal", "email_renewal"] as const;
export type MailingAction = (typeof mailingActions)[number];

/** Refused like the change, apart from how often its e-mail can be sent. */
export const previewMemberEmail = staffEndpoint({
  name: "previewMemberEmail",
  method: "GET",
  path: "/members/:membership_id/email",
  summary: "Show the e-mail that a change of a membership would send",
  can: "member.edit",
  audits: null,
  params: ofMember,
  query: z.strictObject({ action: z.enum(mailingActions) }),
  reply: MemberEmails,
});

/**
 * The card, sent to its new holder, and as a notice the e-mail to the payer of an automatic renewal that ends. Neither is
 * sent for a change that keeps the number.
 */
export const previewHolderEmails = staffEndpoint({
  name: "previewHolderEmails",
  method: "POST",
  path: "/members/:membership_id/holder/preview",
  summary: "Show the e-mails that changing who is on a card would send. Changes nothing.",
  can: "member.edit",
  audits: null,
  params: ofMember,
  body: z.strictObject(holderChange),
  reply: MemberEmails,
});

export const previewAddedCardEmail = staffEndpoint({
  name: "previewAddedCardEmail",
  method: "POST",
  path: "/members/:membership_id/add/preview",
  summary: "Show the e-mail that adding somebody to a membership would send. Changes nothing.",
  can: "member.edit",
  audits: null,
  params: ofMember,
  body: z.strictObject(addedPerson),
  reply: MemberEmails,
});

/** The confirmation, and as notices the cards. */
export const previewGivenMembership = staffEndpoint({
  name: "previewGivenMembership",
  method: "POST",
  path: "/members/preview",
  summary: "Show the e-mails of a membership that would be given away. Changes nothing.",
  can: "order.comp",
  audits: null,
  body: z.strictObject(givenMembership),
  reply: MemberEmails,
});

export const previewRenewalLink = staffEndpoint({
  name: "previewRenewalLink",
  method: "GET",
  path: "/members/:membership_id/renewal_link/email",
  summary: "Show the e-mail with a link to renew a membership and pay",
  can: "member.edit",
  audits: null,
  params: ofMember,
  reply: MemberEmails,
});

export const previewLevelLink = staffEndpoint({
  name: "previewLevelLink",
  method: "GET",
  path: "/members/:membership_id/level_link/email",
  summary: "Show the e-mail with a link to change the level of a membership and pay",
  can: "sale.make",
  audits: null,
  params: ofMember,
  query: z.strictObject({ level: Id, due: Money }),
  reply: MemberEmails,
});

export const previewGiftEmail = staffEndpoint({
  name: "previewGiftEmail",
  method: "GET",
  path: "/gift_memberships/:gift_id/email",
  summary: "Show the e-mail that sends a gift of a membership again",
  can: "member.edit",
  audits: null,
  params: ofGift,
  reply: MemberEmails,
});
