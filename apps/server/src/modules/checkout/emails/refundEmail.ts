import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import type { RestoreFailure } from "../../cart/restore/restoreFailure.ts";

/**
 * voided: an authorization was released. refunded: a late payment. by_seller: a refund that the seller made. unpaid: a
 * debit that the bank did not complete. taken_back: a debit that the bank returned after it had arrived. failed: a refund
 * that the provider refused.
 */
export type RefundEmailKind = "voided" | "refunded" | "by_seller" | "unpaid" | "taken_back" | "failed";

/** The means of payment, as far as its refunds differ. */
export type RefundedMeans = "original" | "gift_card" | "cash" | "terminal";

type RefundEmailData = {
  readonly firstName: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly kind: RefundEmailKind;
  /** A refund to a gift card is available at once; one of a box-office payment has to be collected there. */
  readonly means: RefundedMeans;
  /** Why a late payment could not buy its cart; null if unknown. */
  readonly restoreFailure: RestoreFailure | null;
};

const texts = {
  "mail.returned.subject": "Your payment to {seller}",
  "mail.returned.subject_refund": "Your refund from {seller}",
  "mail.returned.greeting": "Hello {first_name},",
  "mail.returned.greeting_unnamed": "Hello,",
  "mail.returned.late":
    "Your payment of {amount} arrived after we had stopped holding your tickets, and they are no longer available.",
  "mail.returned.late_code":
    "Your payment of {amount} arrived after we had stopped holding your tickets, and a code you used for them has since expired or been used up.",
  "mail.returned.late_allowance":
    "Your payment of {amount} arrived after we had stopped holding your tickets, and your membership allowance for them has since been used up.",
  "mail.returned.late_not_sold":
    "Your payment of {amount} arrived after we had stopped holding your tickets, and they are no longer on sale.",
  "mail.returned.late_order":
    "We could not change your order with your payment of {amount}, because its tickets had been used, changed or cancelled in the meantime. Your order is unchanged.",
  "mail.returned.voided": "Your card has not been charged.",
  "mail.returned.refunded": "We have refunded it to your original payment method. This can take a few days to arrive.",
  "mail.returned.given":
    "We have refunded {amount} to your original payment method. This can take a few days to arrive.",
  "mail.returned.refunded_gift_card": "We have refunded it to your gift card, which you can use at once.",
  "mail.returned.given_gift_card": "We have refunded {amount} to your gift card, which you can use at once.",
  "mail.returned.given_cash": "Your refund of {amount} is ready. You can collect it in cash at our box office.",
  "mail.returned.given_terminal":
    "Your refund of {amount} is ready. Please bring the card you paid with to our box office, where we will refund it.",
  "mail.returned.amount": "Refund",
  "mail.returned.unpaid": "Your bank did not complete your payment of {amount}, so we have not received it.",
  "mail.returned.taken_back": "Your bank has reversed your payment of {amount}, so this amount is unpaid again.",
  "mail.returned.failed": "We could not send your refund of {amount} to your original payment method.",
  "mail.returned.failed_contact": "We will contact you about another way to refund it, or you can contact us.",
  "mail.returned.contact": "Please pay in another way, or contact us if you think this is a mistake.",
  "mail.returned.contact_order":
    "Please contact us to pay in another way, or if you think this is a mistake. Otherwise, your order may be cancelled.",
} as const;

const lateTexts = {
  places: "mail.returned.late",
  code: "mail.returned.late_code",
  allowance: "mail.returned.late_allowance",
  not_sold: "mail.returned.late_not_sold",
  order: "mail.returned.late_order",
} as const;

const givenTexts = {
  original: "mail.returned.given",
  gift_card: "mail.returned.given_gift_card",
  cash: "mail.returned.given_cash",
  terminal: "mail.returned.given_terminal",
} as const satisfies Record<RefundedMeans, keyof typeof texts>;

/** Payments at the box office are never late. */
const lateRefundText = (means: RefundedMeans) =>
  means === "gift_card" ? "mail.returned.refunded_gift_card" : "mail.returned.refunded";

/** What the purchaser can do if money did not arrive. */
const contactTexts = {
  unpaid: "mail.returned.contact",
  taken_back: "mail.returned.contact_order",
  failed: "mail.returned.failed_contact",
} as const;

/** Whether the e-mail is about a refund to the purchaser, or one that failed. */
const isRefund = (kind: RefundEmailKind): boolean => ["refunded", "by_seller", "failed"].includes(kind);

const didNotArrive = (kind: RefundEmailKind): kind is keyof typeof contactTexts => kind in contactTexts;

/** Tells the purchaser about a refund, about money that did not arrive, or that their card was not charged. */
export const refundEmail = (
  seller: Seller,
  origin: string,
  { firstName, amount, currency, kind, means, restoreFailure }: RefundEmailData,
): EmailMessage => {
  const shown = moneyFormatter(seller, currency)(toDecimal(amount, currency));
  const translate = sellerText(seller, texts, { seller: seller.name, first_name: firstName, amount: shown });
  const heading = {
    subject: translate(isRefund(kind) ? "mail.returned.subject_refund" : "mail.returned.subject"),
    title: translate(singleLine(firstName) === "" ? "mail.returned.greeting_unnamed" : "mail.returned.greeting"),
  };
  if (didNotArrive(kind))
    return emailLayout(seller, origin, {
      ...heading,
      intro: translate(`mail.returned.${kind}`),
      parts: [{ kind: "text", text: translate(contactTexts[kind]) }],
    });
  return emailLayout(seller, origin, {
    ...heading,
    intro: translate(kind === "by_seller" ? givenTexts[means] : lateTexts[restoreFailure ?? "places"]),
    parts: [
      ...(kind === "refunded" ? [{ kind: "text" as const, text: translate(lateRefundText(means)) }] : []),
      ...(kind === "voided"
        ? [{ kind: "text" as const, text: translate("mail.returned.voided") }]
        : [{ kind: "rows" as const, rows: [{ label: translate("mail.returned.amount"), value: shown, total: true }] }]),
    ],
  });
};
