import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";
import { cartItems } from "../emails/cartItems.ts";
import { freedVouchersPart } from "../emails/freedVouchersPart.ts";
import { schedulePart } from "../emails/schedulePart.ts";

const texts = {
  "mail.plan_changed.subject": "Changed: your reservation with {seller}",
  "mail.plan_changed.title": "Your reservation has changed.",
  "mail.plan_changed.moved": "We have moved it to another time. Reference number: {cart_number}.",
  "mail.plan_changed.cancelled": "We have cancelled part of it. Reference number: {cart_number}.",
  "mail.plan_changed.left": "Still to pay",
  "mail.plan_changed.refund": "Refund",
  "mail.plan_changed.soon": "We will email you again when your refund is on its way.",
  "mail.plan_changed.paid": "Everything is paid. Your tickets will come in a separate email.",
  "mail.plan_changed.pay": "Make the next payment",
} as const;

/** The data of the e-mail about a changed plan. `refund` is a decimal. */
export type PlanChangeNotice = {
  readonly kind: "cancel" | "move";
  /** The cart after the change. */
  readonly cart: Cart;
  readonly refund: string;
  /** City-pass vouchers that can be used again, masked to their last characters. */
  readonly freedVouchers: readonly string[];
  readonly isPaid: boolean;
};

/** Says what a reservation paid in instalments contains after the change, what is refunded, and what is due when. */
export const planChangedEmail = (
  seller: Seller,
  origin: string,
  { kind, cart, refund, freedVouchers, isPaid }: PlanChangeNotice,
): EmailMessage => {
  const money = moneyFormatter(seller, cart.currency);
  const translate = sellerText(seller, texts, { seller: seller.name, cart_number: cart.cart_number });
  const hasRefund = (fromDecimal(refund, cart.currency) ?? 0) > 0;
  const words = (text: string): EmailPart => ({ kind: "text", text, quiet: true });
  return emailLayout(seller, origin, {
    subject: translate("mail.plan_changed.subject"),
    title: translate("mail.plan_changed.title"),
    intro: translate(kind === "move" ? "mail.plan_changed.moved" : "mail.plan_changed.cancelled"),
    parts: [
      ...cartItems(seller, cart),
      {
        kind: "rows",
        rows: [
          ...(hasRefund ? [{ label: translate("mail.plan_changed.refund"), value: money(refund) }] : []),
          { label: translate("mail.plan_changed.left"), value: money(cart.outstanding_balance), total: true },
        ],
      },
      ...schedulePart(seller, cart),
      ...freedVouchersPart(seller, freedVouchers),
      ...(hasRefund ? [words(translate("mail.plan_changed.soon"))] : []),
      isPaid
        ? words(translate("mail.plan_changed.paid"))
        : {
            kind: "action",
            link: { label: translate("mail.plan_changed.pay"), path: `/${seller.slug}/checkout/${cart.id}` },
          },
    ],
  });
};
