import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import { freedVouchersPart } from "./freedVouchersPart.ts";
import { ticketItems } from "./ticketItems.ts";

const texts = {
  "mail.refunded_order.subject": "Cancelled: your order with {seller}",
  "mail.refunded_order.title": "Your order has been cancelled.",
  "mail.refunded_order.intro":
    "Everything that you paid for order {order_number} has been refunded, so its tickets are no longer valid.",
  "mail.refunded_order.intro.one":
    "Everything that you paid for order {order_number} has been refunded, so its ticket is no longer valid.",
  "mail.refunded_order.intro_other":
    "Everything that you paid for order {order_number} has been refunded, so what you bought can no longer be used.",
  "mail.refunded_order.view": "View your order",
} as const;

export type RefundedOrderEmailData = {
  readonly order: { readonly id: string; readonly order_number: number };
  readonly token: string;
  /** The lines of the order before its tickets ended. */
  readonly lines: readonly CartLine[];
  readonly ended: ReadonlySet<string>;
  /** Something other than a ticket has ended: a membership, a gift card, a donation. */
  readonly hasOther: boolean;
  readonly hasDate: boolean;
  /** City-pass vouchers that can be used again, masked to their last characters. */
  readonly freedVouchers: readonly string[];
};

const introOf = (tickets: number) => (tickets === 1 ? "mail.refunded_order.intro.one" : "mail.refunded_order.intro");

/** Tells the purchaser of a fully refunded order that its tickets are no longer valid. */
export const refundedOrderEmail = (
  seller: Seller,
  origin: string,
  { order, token, lines, ended, hasOther, hasDate, freedVouchers }: RefundedOrderEmailData,
): EmailMessage => {
  const translate = sellerText(seller, texts, { seller: seller.name, order_number: String(order.order_number) });
  return emailLayout(seller, origin, {
    subject: translate("mail.refunded_order.subject"),
    title: translate("mail.refunded_order.title"),
    intro: translate(hasOther ? "mail.refunded_order.intro_other" : introOf(ended.size)),
    parts: [
      ...ticketItems(seller, lines, ended),
      ...freedVouchersPart(seller, freedVouchers),
      {
        kind: "action",
        link: {
          label: translate("mail.refunded_order.view"),
          path: `/${seller.slug}/manage/${order.id}?token=${token}` as const,
        },
      },
    ],
    attachments: hasDate ? [{ make: "calendar" as const, ticket_order_id: order.id }] : [],
  });
};
