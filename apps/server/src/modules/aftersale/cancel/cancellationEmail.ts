import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import { freedVouchersPart } from "../../checkout/emails/freedVouchersPart.ts";
import { ticketItems } from "../../checkout/emails/ticketItems.ts";

export type CancellationEmailData = {
  readonly order: { readonly id: string; readonly order_number: number; readonly currency: string };
  readonly token: string;
  /** The lines of the order before the cancellation. */
  readonly lines: readonly CartLine[];
  readonly quote: CancellationQuote;
  /** The order has no tickets left. */
  readonly isWhole: boolean;
  /** Something other than a ticket is given up: a membership, a gift card, a donation. */
  readonly hasOther: boolean;
};

const texts = {
  "mail.cancelled.subject": "Cancelled: your order with {seller}",
  "mail.cancelled.title": "Tickets in your order have been cancelled.",
  "mail.cancelled.title.one": "A ticket in your order has been cancelled.",
  "mail.cancelled.title_whole": "Your order has been cancelled.",
  "mail.cancelled.intro": "These tickets in order {order_number} are no longer valid. The rest of your order still is.",
  "mail.cancelled.intro.one":
    "This ticket in order {order_number} is no longer valid. The rest of your order still is.",
  "mail.cancelled.intro_whole": "These tickets in order {order_number} are no longer valid.",
  "mail.cancelled.intro_whole.one": "This ticket in order {order_number} is no longer valid.",
  "mail.cancelled.title_other": "Part of your order has been cancelled.",
  "mail.cancelled.intro_other": "This part of order {order_number} can no longer be used.",
  "mail.cancelled.value_other": "Cancelled",
  "mail.session_returned.subject": "Your refund from {seller}",
  "mail.session_returned.title": "You will get your money back.",
  "mail.session_returned.intro":
    "We have cancelled this part of your order {order_number}, and its tickets are no longer valid.",
  "mail.cancelled.value": "Cancelled tickets",
  "mail.cancelled.value.one": "Cancelled ticket",
  "mail.cancelled.fee": "Cancellation fee",
  "mail.cancelled.refund": "Refund",
  "mail.cancelled.refund_to": "Refund to gift card {means}",
  "mail.cancelled.refund_to_card": "Refund to {means}",
  "mail.cancelled.gift_card": "Gift card",
  "mail.cancelled.soon": "We will email you again when your refund is on its way.",
  "mail.cancelled.card_follows": "Your gift card will come in a separate email.",
  "mail.cancelled.view": "View your order",
} as const;

/** Tells the purchaser which tickets were cancelled, what is refunded and what is kept. */
export const cancellationEmail = (
  seller: Seller,
  origin: string,
  { order, token, lines, quote, isWhole, hasOther }: CancellationEmailData,
): EmailMessage => {
  const money = moneyFormatter(seller, order.currency);
  const cancelled = new Set(quote.tickets.map(({ ticket_id }) => ticket_id));
  const isOne = cancelled.size === 1;
  const translate = sellerText(seller, texts, { seller: seller.name, order_number: String(order.order_number) });
  const isDue = (amount: string): boolean => (fromDecimal(amount, order.currency) ?? 0) > 0;
  const row = (label: string, value: string) => (isDue(value) ? [{ label, value: money(value) }] : []);
  const refunds = quote.refunds.map(({ means, amount }) => ({
    label:
      means === null
        ? translate("mail.cancelled.refund")
        : sellerText(seller, texts, { means })(
            isGiftCardMeans(means) ? "mail.cancelled.refund_to" : "mail.cancelled.refund_to_card",
          ),
    value: money(amount),
  }));
  const isReturned = isDue(quote.value) && isCancelledByVenue(lines, cancelled);
  return emailLayout(seller, origin, {
    ...headOf({ isWhole, hasOther, isReturned, isOne }, translate),
    // The calendar marks each visit that has no tickets left as cancelled.
    attachments: lines.some(({ start_datetime }) => start_datetime !== null)
      ? [{ make: "calendar", ticket_order_id: order.id }]
      : [],
    parts: [
      ...ticketItems(seller, lines, cancelled),
      ...(isDue(quote.value)
        ? [
            {
              kind: "rows" as const,
              rows: [
                ...row(
                  translate(hasOther ? "mail.cancelled.value_other" : formOf("mail.cancelled.value", isOne)),
                  quote.value,
                ),
                ...row(translate("mail.cancelled.fee"), quote.fee),
                ...refunds,
                ...row(translate("mail.cancelled.gift_card"), quote.gift_card),
              ],
            },
          ]
        : []),
      ...freedVouchersPart(seller, quote.freed_vouchers),
      ...(refunds.length > 0 ? [{ kind: "text" as const, text: translate("mail.cancelled.soon"), quiet: true }] : []),
      ...(isDue(quote.gift_card)
        ? [{ kind: "text" as const, text: translate("mail.cancelled.card_follows"), quiet: true }]
        : []),
      {
        kind: "action" as const,
        link: {
          label: translate("mail.cancelled.view"),
          path: `/${seller.slug}/manage/${order.id}?token=${token}` as const,
        },
      },
    ],
  });
};

type EmailHead = {
  readonly isWhole: boolean;
  readonly hasOther: boolean;
  readonly isReturned: boolean;
  /** A single ticket is cancelled. */
  readonly isOne: boolean;
};

const formOf = <Key extends string>(key: Key, isOne: boolean): Key | `${Key}.one` => (isOne ? `${key}.one` : key);

const headOf = (
  { isWhole, hasOther, isReturned, isOne }: EmailHead,
  translate: (key: keyof typeof texts) => string,
): { readonly subject: string; readonly title: string; readonly intro: string } => {
  if (isReturned)
    return {
      subject: translate("mail.session_returned.subject"),
      title: translate("mail.session_returned.title"),
      intro: translate("mail.session_returned.intro"),
    };
  const title = hasOther ? "mail.cancelled.title_other" : formOf("mail.cancelled.title", isOne);
  const intro = formOf(isWhole ? "mail.cancelled.intro_whole" : "mail.cancelled.intro", isOne);
  return {
    subject: translate("mail.cancelled.subject"),
    title: translate(isWhole ? "mail.cancelled.title_whole" : title),
    intro: translate(hasOther ? "mail.cancelled.intro_other" : intro),
  };
};

/** Whether the seller has cancelled every session whose tickets are given up. */
const isCancelledByVenue = (lines: readonly CartLine[], cancelled: ReadonlySet<string>): boolean =>
  lines
    .filter(({ types }) => types.some(({ ticket_ids }) => ticket_ids.some((id) => cancelled.has(id))))
    .every(({ flag }) => flag === "cancelled");
