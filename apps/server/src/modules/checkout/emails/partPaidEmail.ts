import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";

const texts = {
  "mail.part_paid.subject": "We have received {amount} towards {name}",
  "mail.part_paid.title": "Thank you, {first_name}.",
  "mail.part_paid.title_unnamed": "Thank you.",
  "mail.part_paid.intro": "We have received your payment of {amount}. You still have {left} to pay.",
  "mail.part_paid.received": "Received",
  "mail.part_paid.left": "Still to pay",
  "mail.part_paid.schedule": "Upcoming payments",
  "mail.part_paid.due": "Due {date}",
  "mail.part_paid.overdue": "Due since {date}",
  "mail.part_paid.reference": "Reference number: {cart_number}. We'll send your tickets once everything is paid.",
  "mail.part_paid.pay": "Make the next payment",
} as const;
type Translate = ReturnType<typeof sellerText<keyof typeof texts>>;

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
      ...cart.lines.map((line): EmailPart => ({
        kind: "item",
        name: singleLine(line.name),
        facts: [formatDateTime(line, seller.locale)].filter(Boolean),
        rows: line.types.map((type) => ({
          label: `${type.count} × ${singleLine(type.name)}`,
          value: money(type.price),
        })),
      })),
      {
        kind: "rows",
        rows: [
          { label: translate("mail.part_paid.received"), value: money(received) },
          { label: translate("mail.part_paid.left"), value: money(cart.outstanding_balance), total: true },
        ],
      },
      ...scheduleParts(seller, cart, translate),
      { kind: "text", text: translate("mail.part_paid.reference"), quiet: true },
      { kind: "action", link: { label: translate("mail.part_paid.pay"), path: `/${seller.slug}/checkout/${cart.id}` } },
    ],
  });
};

const scheduleParts = (seller: Seller, cart: Cart, translate: Translate): EmailPart[] => {
  if (cart.scheduled_payments.length === 0) return [];
  const money = moneyFormatter(seller, cart.currency);
  return [
    {
      kind: "rows",
      heading: translate("mail.part_paid.schedule"),
      rows: cart.scheduled_payments.map(({ due_date, amount, status }) => ({
        label: translate(status === "Overdue" ? "mail.part_paid.overdue" : "mail.part_paid.due", {
          date: Temporal.PlainDate.from(due_date).toLocaleString(seller.locale, { dateStyle: "long" }),
        }),
        value: money(amount),
      })),
    },
  ];
};
