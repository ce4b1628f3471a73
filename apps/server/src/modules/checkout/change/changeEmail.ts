import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { isGiftCardMeans } from "@foyer/rules/aftersale/giftCardMeans.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { ChangeAmounts } from "@foyer/rules/aftersale/quoteChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import { freedVouchersPart } from "../emails/freedVouchersPart.ts";
import { ticketItems } from "../emails/ticketItems.ts";

export type ChangeEmailData = {
  readonly order: { readonly id: string; readonly order_number: number; readonly currency: string };
  readonly token: string;
  /** The venue made the change. */
  readonly isByVenue: boolean;
  /** The lines of the order before and after the change. */
  readonly before: readonly CartLine[];
  readonly after: readonly CartLine[];
  /** The tickets that were given up, and the new ones. */
  readonly given: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
  /** Minor units. */
  readonly quote: ChangeAmounts;
  readonly refunds: readonly { readonly means: string | null; readonly amount: number }[];
  /** City-pass vouchers that can be used again, masked to their last characters. */
  readonly freedVouchers: readonly string[];
  /** Something in the order grants admission, so there are a code and tickets to attach. */
  readonly opensDoor: boolean;
  readonly hasDate: boolean;
};

const texts = {
  "mail.changed.subject": "Changed: your order with {seller}",
  "mail.changed.title": "Your order has been changed.",
  "mail.changed.intro":
    "These are the changes to order {order_number}. Please use your new tickets: the old ones are no longer valid.",
  "mail.changed.intro_venue":
    "We have changed order {order_number} for you. Please use your new tickets: the old ones are no longer valid.",
  "mail.changed.intro.one":
    "These are the changes to order {order_number}. Please use your new ticket: the old one is no longer valid.",
  "mail.changed.intro_venue.one":
    "We have changed order {order_number} for you. Please use your new ticket: the old one is no longer valid.",
  "mail.changed.intro_removed": "These tickets in order {order_number} are no longer valid.",
  "mail.changed.intro_removed.one": "This ticket in order {order_number} is no longer valid.",
  "mail.changed.qr_alt": "QR code of order {order_number}",
  "mail.changed.number": "Order {order_number}",
  "mail.changed.old": "Before:",
  "mail.changed.new": "Now:",
  "mail.changed.value": "Price of the old tickets",
  "mail.changed.value.one": "Price of the old ticket",
  "mail.changed.fee": "Change fee",
  "mail.changed.added": "Price of the new tickets",
  "mail.changed.added.one": "Price of the new ticket",
  "mail.changed.paid": "Paid",
  "mail.changed.refund": "Refund",
  "mail.changed.refund_to": "Refund to gift card {means}",
  "mail.changed.refund_to_card": "Refund to {means}",
  "mail.changed.gift_card": "Gift card",
  "mail.changed.soon": "We will email you again when your refund is on its way.",
  "mail.changed.card_follows": "Your gift card will come in a separate email.",
  "mail.changed.view": "View your order",
} as const;
type Translate = ReturnType<typeof sellerText<keyof typeof texts>>;

/** Tells the purchaser what was changed, paid and refunded. The tickets are attached when the e-mail is sent. */
export const changeEmail = (seller: Seller, origin: string, change: ChangeEmailData): EmailMessage => {
  const { order, token, before, after, given, added, opensDoor, hasDate } = change;
  const translate = sellerText(seller, texts, { seller: seller.name, order_number: String(order.order_number) });
  const code: EmailPart = {
    kind: "code",
    cid: "code",
    alt: translate("mail.changed.qr_alt"),
    caption: translate("mail.changed.number"),
  };
  return emailLayout(seller, origin, {
    subject: translate("mail.changed.subject"),
    title: translate("mail.changed.title"),
    intro: translate(introOf(change)),
    parts: [
      ...(opensDoor ? [code] : []),
      ...ticketItems(seller, before, given, translate("mail.changed.old")),
      ...ticketItems(seller, after, added, translate("mail.changed.new")),
      ...amountParts(seller, change, translate),
      {
        kind: "action",
        link: {
          label: translate("mail.changed.view"),
          path: `/${seller.slug}/checkout/complete?orderIds=${order.id}&token=${token}` as const,
        },
      },
    ],
    attachments: [
      ...(opensDoor
        ? [
            { make: "code" as const, cid: "code", ticket_order_id: order.id },
            { make: "tickets" as const, ticket_order_id: order.id },
          ]
        : []),
      ...(hasDate ? [{ make: "calendar" as const, ticket_order_id: order.id }] : []),
    ],
  });
};

const introOf = ({ isByVenue, given, added }: ChangeEmailData): keyof typeof texts => {
  if (added.size === 0) return given.size === 1 ? "mail.changed.intro_removed.one" : "mail.changed.intro_removed";
  const intro = isByVenue ? "mail.changed.intro_venue" : "mail.changed.intro";
  return given.size === 1 && added.size === 1 ? `${intro}.one` : intro;
};

const amountParts = (
  seller: Seller,
  { order, quote, given, added, refunds, freedVouchers }: ChangeEmailData,
  translate: Translate,
): EmailPart[] => {
  const money = moneyFormatter(seller, order.currency);
  const display = (amount: number): string => money(toDecimal(amount, order.currency));
  const row = (label: string, amount: number) => (amount > 0 ? [{ label, value: display(amount) }] : []);
  const rows = [
    ...row(translate(given.size === 1 ? "mail.changed.value.one" : "mail.changed.value"), quote.value),
    ...row(translate("mail.changed.fee"), quote.fee),
    ...row(translate(added.size === 1 ? "mail.changed.added.one" : "mail.changed.added"), quote.added),
    ...row(translate("mail.changed.paid"), quote.due),
    ...refunds.map(({ means, amount }) => ({
      label:
        means === null
          ? translate("mail.changed.refund")
          : sellerText(seller, texts, { means })(
              isGiftCardMeans(means) ? "mail.changed.refund_to" : "mail.changed.refund_to_card",
            ),
      value: display(amount),
    })),
    ...row(translate("mail.changed.gift_card"), quote.gift_card),
  ];
  return [
    ...(rows.length > 0 ? [{ kind: "rows" as const, rows }] : []),
    ...freedVouchersPart(seller, freedVouchers),
    ...(refunds.length > 0 ? [{ kind: "text" as const, text: translate("mail.changed.soon"), quiet: true }] : []),
    ...(quote.gift_card > 0
      ? [{ kind: "text" as const, text: translate("mail.changed.card_follows"), quiet: true }]
      : []),
  ];
};
