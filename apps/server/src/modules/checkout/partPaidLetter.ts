import type { Cart } from "@foyer/contract/cart.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import type { Part } from "../../outside/mail/letterParts.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { letterMoment } from "./letterMoment.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";

const words = {
  "mail.part_paid.subject": "We have received {amount} towards {name}",
  "mail.part_paid.title": "Thank you, {first_name}.",
  "mail.part_paid.title_unnamed": "Thank you.",
  "mail.part_paid.intro": "We have received your payment of {amount}. {left} is still to be paid.",
  "mail.part_paid.received": "Received",
  "mail.part_paid.left": "Still to be paid",
  "mail.part_paid.schedule": "What comes next",
  "mail.part_paid.due": "Due {date}",
  "mail.part_paid.overdue": "Due since {date}",
  "mail.part_paid.reference": "Reference number: {cart_number}. We send your tickets when everything is paid.",
  "mail.part_paid.pay": "Pay the next part",
} as const;

/** Tells that a part of a cart was paid: how much, what is left and when, and where to pay it. */
export const partPaidLetter = (
  seller: Seller,
  origin: string,
  { firstName, cart, received }: { readonly firstName: string; readonly cart: Cart; readonly received: string },
): Letter => {
  const money = letterMoney(seller, cart.currency);
  const say = letterWords(seller, words, {
    seller: seller.name,
    first_name: firstName,
    name: cart.lines[0]?.name ?? seller.name,
    amount: money(received),
    left: money(cart.outstanding_balance),
    cart_number: cart.cart_number,
  });
  const schedule: Part[] =
    cart.scheduled_payments.length === 0
      ? []
      : [
          {
            kind: "rows",
            heading: say("mail.part_paid.schedule"),
            rows: cart.scheduled_payments.map(({ due_date, amount, status }) => ({
              label: say(status === "Overdue" ? "mail.part_paid.overdue" : "mail.part_paid.due", {
                date: Temporal.PlainDate.from(due_date).toLocaleString(seller.locale, { dateStyle: "long" }),
              }),
              value: money(amount),
            })),
          },
        ];
  return letterFrame(seller, origin, {
    subject: say("mail.part_paid.subject"),
    title: say(oneLine(firstName) === "" ? "mail.part_paid.title_unnamed" : "mail.part_paid.title"),
    intro: say("mail.part_paid.intro"),
    parts: [
      ...cart.lines.map((line): Part => ({
        kind: "item",
        name: oneLine(line.name),
        facts: [letterMoment(line, seller.locale)].filter(Boolean),
        rows: line.types.map((type) => ({
          label: `${type.count} × ${oneLine(type.name)}`,
          value: money(type.price),
        })),
      })),
      {
        kind: "rows",
        rows: [
          { label: say("mail.part_paid.received"), value: money(received) },
          { label: say("mail.part_paid.left"), value: money(cart.outstanding_balance), total: true },
        ],
      },
      ...schedule,
      { kind: "words", text: say("mail.part_paid.reference"), quiet: true },
      { kind: "action", link: { label: say("mail.part_paid.pay"), path: `/${seller.slug}/checkout/${cart.id}` } },
    ],
  });
};
