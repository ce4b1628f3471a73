import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { cartItems } from "./cartItems.ts";
import { schedulePart } from "./schedulePart.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";

const texts = {
  "mail.part_paid.subject": "We have received {amount} towards {name}",
  "mail.part_paid.title": "Thank you, {first_name}.",
  "mail.part_paid.title_unnamed": "Thank you.",
  "mail.part_paid.intro": "We have received your payment of {amount}. You still have {left} to pay.",
  "mail.part_paid.received": "Received",
  "mail.part_paid.left": "Still to pay",
  "mail.part_paid.reference": "Reference number: {cart_number}. We'll send your tickets once everything is paid.",
  "mail.part_paid.pay": "Make the next payment",
} as const;

/** Confirms an instalment: how much was paid, what is due when, and where to pay it. */
export const partPaidEmail = (
  seller: Seller,
  origin: string,
  { firstName, cart, received }: { readonly firstName: string; readonly cart: Cart; readonly received: string },
): EmailMessage => {
  const money = moneyFormatter(seller, cart.currency);
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    first_name: firstName,
    name: cart.lines[0]?.name ?? seller.name,
    amount: money(received),
    left: money(cart.outstanding_balance),
    cart_number: cart.cart_number,
  });
  return emailLayout(seller, origin, {
    subject: translate("mail.part_paid.subject"),
    title: translate(singleLine(firstName) === "" ? "mail.part_paid.title_unnamed" : "mail.part_paid.title"),
    intro: translate("mail.part_paid.intro"),
    parts: [
      ...cartItems(seller, cart),
      {
        kind: "rows",
        rows: [
          { label: translate("mail.part_paid.received"), value: money(received) },
          { label: translate("mail.part_paid.left"), value: money(cart.outstanding_balance), total: true },
        ],
      },
      ...schedulePart(seller, cart),
      { kind: "text", text: translate("mail.part_paid.reference"), quiet: true },
      { kind: "action", link: { label: translate("mail.part_paid.pay"), path: `/${seller.slug}/checkout/${cart.id}` } },
    ],
  });
};
