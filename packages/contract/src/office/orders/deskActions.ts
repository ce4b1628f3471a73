import * as z from "zod/mini";
import { Reason, Version } from "../changes.ts";
import { Id, IdList, Money } from "../../basics.ts";
import { ofOrder } from "./orders.ts";
import { KnownEmail, StaffEmail } from "../staff/signIn.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";

export const TicketIds = z.array(Id).check(z.minLength(1), z.maxLength(500));

/**
 * Whether and how the purchaser is e-mailed. If absent, the e-mail is sent unchanged. `sentence` is put before everything
 * else in it.
 */
export const EmailChoice = z.strictObject({
  is_sent: z.boolean(),
  sentence: z.optional(z.string().check(z.trim(), z.maxLength(500))),
});
export type EmailChoice = z.infer<typeof EmailChoice>;
const email = z.optional(EmailChoice);

/** An e-mail as it will be sent. */
export const EmailPreview = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type EmailPreview = z.infer<typeof EmailPreview>;

/** The e-mail about tickets that end because nothing of their price is left. It is always sent. */
const EndedEmail = z.nullable(EmailPreview);

export const maxNoteLength = 2000;

export const addOrderNote = staffEndpoint({
  name: "addOrderNote",
  method: "POST",
  path: "/orders/:order_number/notes",
  summary: "Write a note on an order, for staff alone",
  can: "order.note",
  mergesRepeats: true,
  audits: "order.note_added",
  params: ofOrder,
  body: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxNoteLength)),
    is_pinned: z.boolean(),
  }),
  reply: z.object({ id: Id }),
});

export const pinOrderNote = staffEndpoint({
  name: "pinOrderNote",
  method: "POST",
  path: "/orders/:order_number/notes/:note_id/pin",
  summary: "Pin or unpin a note",
  can: "order.note",
  audits: "order.note_pinned",
  params: z.strictObject({ ...ofOrder.shape, note_id: Id }),
  body: z.strictObject({ is_pinned: z.boolean() }),
  reply: Nothing,
});

/**
 * Sends the confirmation and tickets to the purchaser, or to the address `to`, at most once a minute to the same address
 * (429 `too_many_requests`).
 */
export const resendOrder = staffEndpoint({
  name: "resendOrder",
  method: "POST",
  path: "/orders/:order_number/resend",
  summary: "Send an order's e-mail again",
  can: "order.resend",
  audits: "order.resent",
  params: ofOrder,
  body: z.strictObject({ to: z.optional(StaffEmail), sentence: EmailChoice.shape.sentence }),
  reply: z.object({ to: z.string() }),
});

/**
 * The e-mail sent when an order is sent again, codes are replaced or names are corrected; null if the purchaser has no
 * address. `to`: another address that it is sent to. `order_update` adds the sentence that the order has changed.
 */
export const previewOrderEmail = staffEndpoint({
  name: "previewOrderEmail",
  method: "GET",
  path: "/orders/:order_number/email",
  summary: "Show the e-mail that sends an order again",
  can: "order.resend",
  audits: null,
  params: ofOrder,
  query: z.strictObject({ change: z.optional(z.enum(["order_update"])), to: z.optional(StaffEmail) }),
  reply: z.object({ email: z.nullable(EmailPreview) }),
});

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/**
 * Corrects the purchaser. A new address is sent the order, and the former one is notified. An account's address is its
 * login and cannot be changed here.
 */
export const correctPurchaser = staffEndpoint({
  name: "correctPurchaser",
  method: "POST",
  path: "/orders/:order_number/purchaser",
  summary: "Correct the purchaser of an order",
  can: "order.correct",
  audits: "order.corrected",
  params: ofOrder,
  body: z.strictObject({
    version: Version,
    first_name: Name,
    last_name: Name,
    email: KnownEmail,
    phone: z.nullable(z.string().check(z.trim(), z.maxLength(40), z.regex(/^[+\d][\d\s().\-/]{4,}$/))),
    /** The choice for the order sent to a new address; the former address is notified in any case. */
    email_choice: email,
  }),
  reply: Nothing,
});

/** Corrects the names on tickets, if the event asks for them. */
export const correctAttendees = staffEndpoint({
  name: "correctAttendees",
  method: "POST",
  path: "/orders/:order_number/attendees",
  summary: "Correct names on tickets",
  can: "order.correct",
  audits: "order.corrected",
  params: ofOrder,
  body: z.strictObject({
    version: Version,
    tickets: z
      .array(
        z.strictObject({
          ticket_id: Id,
          admit_name: z.string().check(z.maxLength(200)),
          admit_email: z.optional(z.string().check(z.maxLength(254))),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    email,
  }),
  reply: Nothing,
});

/** Replaces scan codes: the old ones become invalid, and the buyer is sent the new ones. */
export const replaceOrderCodes = staffEndpoint({
  name: "replaceOrderCodes",
  method: "POST",
  path: "/orders/:order_number/new_codes",
  summary: "Make new scan codes",
  can: "order.correct",
  audits: "order.codes_replaced",
  params: ofOrder,
  body: z.strictObject({ version: Version, tickets: TicketIds, reason: Reason, email }),
  reply: Nothing,
});

/**
 * `refund` follows the policy. `waive_fee` keeps no fee, and `keep_all` refunds nothing. Both go beyond the policy, as does
 * cancelling a ticket that it does not allow, and need `order.override` and a reason.
 */
const cancellation = {
  money: z.enum(["refund", "waive_fee", "keep_all"]),
  refund_to: z.enum(["same_means", "gift_card"]),
  /** Add-ons whose admission is cancelled. If absent, they are cancelled too. `stay`: they become independent tickets. */
  add_ons: z.optional(z.enum(["go_along", "stay"])),
};

/** What the order's policy does not allow: the rule, and until when it would have been allowed. */
const BeyondPolicy = z.object({ rule: z.string(), until: z.nullable(z.string()) });

export const DeskQuote = z.object({
  /** The tickets to be given up, including those that are cancelled with them. */
  tickets: z.array(Id),
  /** Of these, the tickets that were not chosen and cannot stay without the others. */
  along: z.array(Id),
  value: Money,
  fee: Money,
  refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
  refund: Money,
  gift_card: Money,
  /** Null if the policy allows everything. */
  beyond_policy: z.nullable(BeyondPolicy),
  /** The e-mail to the purchaser; null if they have no address. */
  email: z.nullable(EmailPreview),
  /** Further e-mails to them, sent once a provider has accepted the refund. */
  notices: z.array(EmailPreview),
});
export type DeskQuote = z.infer<typeof DeskQuote>;

export const DeskCancelQuote = z.object({
  ...DeskQuote.shape,
  /** Add-ons that stay although their admission is cancelled. */
  staying: z.array(Id),
});
export type DeskCancelQuote = z.infer<typeof DeskCancelQuote>;

export const quoteDeskCancel = staffEndpoint({
  name: "quoteDeskCancel",
  method: "GET",
  path: "/orders/:order_number/cancel_quote",
  summary: "What cancelling tickets comes to. Changes nothing.",
  can: "order.cancel",
  audits: null,
  params: ofOrder,
  query: z.strictObject({ ...cancellation, tickets: IdList }),
  reply: DeskCancelQuote,
});

/**
 * Cancels tickets and frees their places at once. Refunds also need `order.refund`. `expected` is what was shown; if the
 * amounts have changed since, the call is refused with `payment_incorrect_amount`.
 */
export const cancelDeskTickets = staffEndpoint({
  name: "cancelDeskTickets",
  method: "POST",
  path: "/orders/:order_number/cancel",
  summary: "Cancel tickets of an order",
  can: "order.cancel",
  audits: "order.cancelled",
  params: ofOrder,
  body: z.strictObject({
    ...cancellation,
    version: Version,
    tickets: TicketIds,
    reason: Reason,
    expected: z.strictObject({ refund: Money, gift_card: Money }),
    email,
  }),
  reply: DeskCancelQuote,
});

/** Where the money is refunded to. If absent, to the means that paid, cards first. */
const refundTo = z.optional(cancellation.refund_to);

/**
 * Refunds money and leaves the tickets unchanged; once everything has been refunded, they are cancelled. More than is left
 * is refused with `refund_too_much` and the rest (`left`). A new gift card's number is e-mailed to the purchaser.
 */
export const refundDeskOrder = staffEndpoint({
  name: "refundDeskOrder",
  method: "POST",
  path: "/orders/:order_number/refund",
  summary: "Give money of an order back",
  can: "order.refund",
  audits: "order.refunded",
  params: ofOrder,
  /**
   * The e-mail choice is about the e-mail sent once a provider has accepted the refund, or when the tickets end. The e-mail
   * of a gift card contains its number and is always sent.
   */
  body: z.strictObject({ version: Version, amount: Money, to: refundTo, reason: Reason, email }),
  reply: z.object({
    refunds: z.array(z.object({ means: z.nullable(z.string()), amount: Money })),
    /** The amount of the new gift card. */
    gift_card: Money,
  }),
});

/**
 * One e-mail for each means that is refunded, and the one about tickets that end with the refund. For a gift card only the
 * latter, which may be left out there. Empty if the purchaser has no address. Refused like the refund.
 */
export const previewRefundEmails = staffEndpoint({
  name: "previewRefundEmails",
  method: "GET",
  path: "/orders/:order_number/refund_emails",
  summary: "Show the e-mails that a refund would send",
  can: "order.refund",
  audits: null,
  params: ofOrder,
  query: z.strictObject({ amount: Money, to: refundTo }),
  reply: z.object({ emails: z.array(EmailPreview), ended: EndedEmail }),
});

/**
 * Retries the money of a failed refund, to the means that paid or as a new gift card. The e-mail choice is about the e-mail
 * sent once the provider has accepted the refund; the e-mail of a gift card contains its number and is always sent.
 */
export const resendDeskRefund = staffEndpoint({
  name: "resendDeskRefund",
  method: "POST",
  path: "/orders/:order_number/refunds/:refund_id/resend",
  summary: "Send a failed refund once more",
  can: "order.refund",
  audits: "order.refund_resent",
  params: z.strictObject({ ...ofOrder.shape, refund_id: Id }),
  body: z.strictObject({ version: Version, to: z.enum(["same_means", "gift_card"]), email }),
  reply: Nothing,
});

/** Empty if the purchaser has no address. Refused like retrying the refund. */
export const previewResentRefundEmails = staffEndpoint({
  name: "previewResentRefundEmails",
  method: "GET",
  path: "/orders/:order_number/refunds/:refund_id/emails",
  summary: "Show the e-mails that sending a failed refund again would send",
  can: "order.refund",
  audits: null,
  params: z.strictObject({ ...ofOrder.shape, refund_id: Id }),
  reply: z.object({ emails: z.array(EmailPreview), ended: EndedEmail }),
});
