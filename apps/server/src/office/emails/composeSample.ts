import type { SampleEmailKind } from "@foyer/contract/office/sampleEmails.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { cancellationEmail } from "../../modules/aftersale/cancel/cancellationEmail.ts";
import { sessionCancelledEmail } from "../../modules/aftersale/cancelledSessions/sessionCancelledEmail.ts";
import type { SessionNotice } from "../../modules/aftersale/cancelledSessions/sessionEmail.ts";
import { sessionReinstatedEmail } from "../../modules/aftersale/cancelledSessions/sessionReinstatedEmail.ts";
import { changeEmail } from "../../modules/checkout/change/changeEmail.ts";
import { orderConfirmationEmail } from "../../modules/checkout/emails/orderConfirmationEmail.ts";
import { refundEmail } from "../../modules/checkout/emails/refundEmail.ts";
import { giftCardEmail } from "../../modules/giftcards/giftCardEmail.ts";
import {
  loginCodeEmail,
  passwordChangedEmail,
  passwordResetEmail,
  verificationEmail,
} from "../../modules/identity/tokens/loginEmails.ts";
import { linkSamples } from "./linkSamples.ts";
import { membershipSamples } from "./membershipSamples.ts";
import { planSamples } from "./planSamples.ts";
import {
  movedLine,
  sampleCart,
  sampleId,
  sampleName,
  sampleNumber,
  sampleTickets,
  sampleToken,
  type Composer,
  type MadeUpOrder,
  type Sample,
} from "./sampleOrder.ts";

const orderOf = ({ currency }: MadeUpOrder) => ({ id: sampleId, order_number: sampleNumber, currency });
const codeSeconds = 600;

const confirmation: Composer = ({ seller, origin, order }) =>
  orderConfirmationEmail(seller, origin, {
    firstName: "Ada",
    order: {
      ...orderOf(order),
      order_number: String(sampleNumber),
      identity_id: null,
      cart_id: sampleId,
      purchased_on: order.now,
      token: sampleToken,
      confirmation_held: false,
      ticket_order_fees: [{ total_after_fees_price: order.total }],
    },
    cart: sampleCart(order),
    taxes: [],
    tickets: sampleTickets(order),
    venues: new Map([[sampleId, seller.name]]),
    opensDoor: true,
    hasOnlyCards: false,
    giftCards: [],
    offer: seller.configuration.self_edit?.enabled === true ? "cancel" : undefined,
  });

const changed: Composer = ({ seller, origin, order }) => {
  const after = movedLine(order);
  return changeEmail(seller, origin, {
    order: orderOf(order),
    token: sampleToken,
    isByVenue: false,
    before: [order.line],
    after: [after],
    given: new Set(order.ticketIds),
    added: new Set(after.types.flatMap(({ ticket_ids }) => ticket_ids)),
    quote: {
      value: order.minor,
      fee: 0,
      added: order.minor / 2,
      due: 0,
      parts: [{ payment_id: sampleId, amount: order.minor / 2 }],
      refund: order.minor / 2,
      gift_card: 0,
      bonus: 0,
    },
    refunds: [{ means: null, amount: order.minor / 2 }],
    freedVouchers: [],
    opensDoor: true,
    hasDate: true,
  });
};

const cancelled: Composer = ({ seller, origin, order }) =>
  cancellationEmail(seller, origin, {
    order: orderOf(order),
    token: sampleToken,
    lines: [order.line],
    quote: {
      tickets: order.ticketIds.map((ticket_id) => ({ ticket_id })),
      value: order.total,
      fee: "0",
      refunds: [{ means: null, amount: order.total }],
      refund: order.total,
      gift_card: "0",
      bonus: "0",
    },
    isWhole: true,
    hasOther: false,
  });

const noticeOf = ({ currency, line, visit, timezone, minor, now, ticketIds }: MadeUpOrder): SessionNotice => ({
  session: {
    id: sampleId,
    event_name: line.name,
    start_datetime: visit.start,
    end_datetime: visit.end,
    timezone,
    event_type: "repeating",
    names_start: true,
    ticket_date_time: null,
    notified_at: now,
  },
  buyer: {
    order_id: sampleId,
    order_number: sampleNumber,
    currency,
    email: "",
    types: [{ name: "Adult", count: ticketIds.length }],
    paid: minor,
    can_move: true,
  },
  token: sampleToken,
});

const composers: Readonly<Record<SampleEmailKind, Composer>> = {
  order_confirmation: confirmation,
  order_changed: changed,
  order_cancelled: cancelled,
  session_cancelled: ({ seller, origin, order }) => sessionCancelledEmail(seller, origin, noticeOf(order)),
  session_reinstated: ({ seller, origin, order }) => sessionReinstatedEmail(seller, origin, noticeOf(order)),
  payment_returned: ({ seller, origin, order: { currency, minor } }) =>
    refundEmail(seller, origin, {
      firstName: "Ada",
      amount: minor,
      currency,
      kind: "by_seller",
      means: "original",
      restoreFailure: null,
    }),
  gift_card: ({ seller, origin, order: { currency, total } }) =>
    giftCardEmail(seller, origin, {
      number: "SAMPLE-0000-0000",
      amount: total,
      currency,
      to: sampleName,
      from: "Charles Babbage",
      message: "Happy birthday!",
      valid_to: null,
    }),
  ...linkSamples,
  ...planSamples,
  ...membershipSamples,
  login_code: ({ seller, origin }) => loginCodeEmail(seller, origin, "000000", codeSeconds),
  password_reset: ({ seller, origin }) => passwordResetEmail(seller, origin, sampleToken, codeSeconds),
  password_changed: ({ seller, origin }) => passwordChangedEmail(seller, origin),
  email_proof: ({ seller, origin }) => verificationEmail(seller, origin, sampleToken),
};

/** Composes an e-mail like that of a real order, with the data of a made-up one. */
export const composeSample = (kind: SampleEmailKind, sample: Sample): EmailMessage => composers[kind](sample);
