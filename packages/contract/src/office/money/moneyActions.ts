import * as z from "zod/mini";
import { Version } from "../changes.ts";
import { Id, Money } from "../../basics.ts";
import { EmailChoice, EmailPreview } from "../orders/deskActions.ts";
import { ofPayment } from "./money.ts";
import { StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

/** What staff can do about a payment, an e-mail or a webhook that needs attention. */

const ofEmail = z.strictObject({ email_id: Id });

const Words = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** Reads the payment's state from its provider, then completes, voids or refunds it. */
export const settlePaymentAtDesk = staffEndpoint({
  name: "settlePaymentAtDesk",
  method: "POST",
  path: "/money/payments/:payment_id/settle",
  summary: "Ask the provider about a payment and settle it",
  can: "money.act",
  audits: "payment.settled",
  params: ofPayment,
  body: z.strictObject({ version: Version }),
  reply: Nothing,
});

/**
 * Refunds `amount`, or all that is left. `outcome` is the provider's answer. What was spent of the order's gift cards is
 * refused with `refund_too_much`, except to staff with `order.override`.
 */
export const refundPaymentAtDesk = staffEndpoint({
  name: "refundPaymentAtDesk",
  method: "POST",
  path: "/money/payments/:payment_id/refund",
  summary: "Refund a payment",
  can: "money.act",
  audits: "payment.refunded",
  params: ofPayment,
  body: z.strictObject({
    version: Version,
    amount: z.optional(Money),
    reason: Words,
    /** The choice for the e-mail about the refund. That of an order that ends is always sent. */
    email: z.optional(EmailChoice),
  }),
  reply: z.object({
    outcome: z.enum(["succeeded", "pending", "failed"]),
    amount: Money,
    failure: z.nullable(z.string()),
  }),
});

/**
 * The e-mails that a refund would send; null without an address. `email`: about the refund, once the provider has accepted
 * it. `ended`: about the tickets that end because everything paid for their order is refunded. Refused like the refund.
 */
export const previewPaymentRefund = staffEndpoint({
  name: "previewPaymentRefund",
  method: "GET",
  path: "/money/payments/:payment_id/refund_emails",
  summary: "Show the e-mails that a refund of a payment would send",
  can: "money.act",
  audits: null,
  params: ofPayment,
  query: z.strictObject({ amount: z.optional(Money) }),
  reply: z.object({ email: z.nullable(EmailPreview), ended: z.nullable(EmailPreview) }),
});

/** Removes the payment from the list until something new happens to it. */
export const finishReview = staffEndpoint({
  name: "finishReview",
  method: "POST",
  path: "/money/payments/:payment_id/done",
  summary: "Take a payment off the list, with a word of why",
  can: "money.act",
  audits: "payment.reviewed",
  params: ofPayment,
  body: z.strictObject({ version: Version, reason: Words }),
  reply: Nothing,
});

/**
 * Assigns the payment to the caller, or unassigns it. A payment that somebody else has taken is refused with
 * `stale_version`.
 */
export const takeReview = staffEndpoint({
  name: "takeReview",
  method: "POST",
  path: "/money/payments/:payment_id/take",
  summary: "Take a payment on, or leave it",
  can: "money.act",
  audits: "payment.taken",
  params: ofPayment,
  body: z.strictObject({ is_taken: z.boolean() }),
  reply: Nothing,
});

export const addMoneyNote = staffEndpoint({
  name: "addMoneyNote",
  method: "POST",
  path: "/money/payments/:payment_id/notes",
  summary: "Write a note on a payment, for staff alone",
  can: "money.act",
  mergesRepeats: true,
  audits: "payment.note_added",
  params: ofPayment,
  body: z.strictObject({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  reply: z.object({ id: Id }),
});

/**
 * Sends an e-mail that was given up again, to the same address or to another one, with a `sentence` of staff. If it
 * `keeps_address`, another address is refused with `validation_failed` at `to`, and a sentence at `sentence`.
 */
export const sendEmailAgain = staffEndpoint({
  name: "sendEmailAgain",
  method: "POST",
  path: "/money/emails/:email_id/send",
  summary: "Send an e-mail again that could not be sent",
  can: "money.act",
  audits: "email.sent_again",
  params: ofEmail,
  body: z.strictObject({ to: z.optional(StaffEmail), sentence: EmailChoice.shape.sentence }),
  reply: Nothing,
});

/**
 * An e-mail that was given up. Tokens of links and numbers of gift cards are hidden. Null if it `keeps_address`, since its
 * code or link lets its reader log in.
 */
export const previewUnsentEmail = staffEndpoint({
  name: "previewUnsentEmail",
  method: "GET",
  path: "/money/emails/:email_id",
  summary: "Show an e-mail that could not be sent",
  can: "money.act",
  audits: null,
  params: ofEmail,
  reply: z.object({ email: z.nullable(EmailPreview) }),
});

/** Reads the event from the provider again. Effects that were already applied are not repeated. */
export const retryWebhook = staffEndpoint({
  name: "retryWebhook",
  method: "POST",
  path: "/money/webhooks/:gateway_id/:event_id/retry",
  summary: "Try a webhook again",
  can: "money.act",
  audits: "webhook.tried_again",
  params: z.strictObject({
    gateway_id: z.string().check(z.regex(/^[a-z]{1,20}$/)),
    event_id: z.string().check(z.regex(/^[\w.-]{1,255}$/)),
  }),
  reply: z.object({ outcome: z.enum(["settled", "failed", "orphan", "unknown"]) }),
});
