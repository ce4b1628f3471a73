import * as z from "zod/mini";
import { Nothing, staffEndpoint } from "./staff/staffEndpoint.ts";

/** E-mails to buyers and members that can be previewed with a made-up order, and when they are sent. */
export const sampleEmails = {
  order_confirmation: { name: "Order confirmation", sent: "As soon as an order is made, and when it is sent again." },
  order_changed: { name: "Changed order", sent: "When tickets were moved or exchanged." },
  order_cancelled: { name: "Cancelled tickets", sent: "When tickets were given back." },
  session_cancelled: {
    name: "Cancelled session",
    sent: "To everybody with tickets for a session that does not take place.",
  },
  session_reinstated: { name: "Session after all", sent: "When a cancelled session takes place after all." },
  payment_returned: { name: "Refund", sent: "When money goes back." },
  change_offered: {
    name: "Change to be paid",
    sent: "When staff offer a change whose difference the buyer has to pay.",
  },
  address_changed: { name: "Changed address", sent: "To the former address, when staff correct that of an order." },
  counter_link: { name: "Link to pay", sent: "When staff send somebody a link to pay for tickets." },
  tickets_sent: { name: "Sent tickets", sent: "To somebody to whom a buyer sends tickets." },
  tickets_ended: {
    name: "Sent tickets are no longer valid",
    sent: "To the same person, when the buyer changes or cancels them.",
  },
  gift_card: { name: "Gift card", sent: "To the recipient of a gift card." },
  membership_card: { name: "Membership card", sent: "When a membership begins or is renewed." },
  membership_gift: { name: "Gift of a membership", sent: "To the recipient of a membership." },
  membership_given: { name: "Membership was given", sent: "To the giver, once the recipient has been written to." },
  renewal_link: { name: "Link to renew", sent: "When staff send a member a link to renew and pay." },
  level_link: { name: "Link to change the level", sent: "When staff send a member a link to pay for another level." },
  auto_renew_announced: { name: "Renewal announced", sent: "Before a membership renews automatically." },
  auto_renew_expires: { name: "Renewal: the card expires", sent: "When a card ends before the membership renews." },
  auto_renew_failed: { name: "Renewal failed", sent: "When a renewal could not be charged and is tried again." },
  auto_renew_asked: { name: "Renewal to be confirmed", sent: "When the payer's bank asks them to pay themselves." },
  auto_renew_stopped: { name: "Renewal stopped", sent: "When a membership is not renewed." },
  auto_renew_cancelled: { name: "Renewal cancelled", sent: "When automatic renewal was cancelled." },
  part_paid: { name: "Instalment received", sent: "When a part of a payment plan is paid." },
  plan_changed: { name: "Payment plan changed", sent: "When the venue moves or cancels what is paid in instalments." },
  plan_ended: { name: "Payment plan ended", sent: "When the venue cancels a reservation that is paid in part." },
  login_code: { name: "Login code", sent: "When somebody logs in with a code." },
  password_reset: { name: "New password", sent: "When somebody has forgotten their password." },
  password_changed: { name: "Changed password", sent: "After a password was changed." },
  email_proof: { name: "Proof of an address", sent: "When an address is new to an account." },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly sent: string }>>;

export type SampleEmailKind = keyof typeof sampleEmails;
export const sampleEmailKinds = Object.keys(sampleEmails) as SampleEmailKind[];
const SampleKind = z.enum(sampleEmailKinds);

/** In the texts and colours of the drafts, if these are valid, otherwise of the published catalogue. */
export const readSampleEmail = staffEndpoint({
  name: "readSampleEmail",
  method: "GET",
  path: "/emails/sample",
  summary: "See an e-mail with the data of a made-up order",
  can: "letter.edit",
  audits: null,
  query: z.strictObject({ kind: SampleKind }),
  reply: z.object({
    subject: z.string(),
    /** Its pictures are `data:` addresses. */
    html: z.string(),
    text: z.string(),
    from_name: z.string(),
    /** Null for the server's own address. */
    from: z.nullable(z.string()),
    reply_to: z.nullable(z.string()),
    /** The files that are attached to the real e-mail. */
    attachments: z.array(z.enum(["tickets", "cards", "calendar"])),
    is_draft: z.boolean(),
  }),
});

/** Sends to the caller's own address only, at most ten times an hour (`too_many_requests`). */
export const sendTestEmail = staffEndpoint({
  name: "sendTestEmail",
  method: "POST",
  path: "/emails/test",
  summary: "Send oneself an e-mail with the data of a made-up order",
  can: "letter.edit",
  audits: "letter.test_sent",
  body: z.strictObject({ kind: SampleKind }),
  reply: z.object({ ...Nothing.shape, to: z.string() }),
});
