import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText } from "../../../providers/mail/sellerText.ts";

const texts = {
  "mail.part_paid.schedule": "Upcoming payments",
  "mail.part_paid.due": "Due {date}",
  "mail.part_paid.overdue": "Due since {date}",
} as const;

/** What remains to be paid for a cart with a payment plan, and when; empty if nothing is due later. */
export const schedulePart = (seller: Seller, cart: Cart): readonly EmailPart[] => {
  if (cart.scheduled_payments.length === 0) return [];
  const money = moneyFormatter(seller, cart.currency);
  const translate = sellerText(seller, texts, {});
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
