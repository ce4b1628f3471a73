import type { Cart, CartLine, Ticket } from "@foyer/contract/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/ledger.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import type { TicketOrder } from "@foyer/contract/ticketOrder.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import type { LetterRow, Part } from "../../outside/mail/letterParts.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { letterMoment } from "./letterMoment.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";

export type Confirmed = {
  readonly firstName: string;
  readonly order: TicketOrder;
  readonly cart: Cart;
  readonly tickets: readonly Ticket[];
  /** 'The Lens, 1 Opal Lane', by event id. */
  readonly venues: ReadonlyMap<string, string>;
  /** Somebody gets in with something of it: there are a code and tickets to show. */
  readonly opensDoor: boolean;
  readonly giftCards: readonly BoughtGiftCard[];
  /** Something of it has changed since. */
  readonly about?: "order_update" | "order_cancel" | undefined;
  /** It renews itself from now on, or has just done so. */
  readonly renewal?: "agreed" | "renewed" | undefined;
};

const words = {
  "mail.order.subject": "Your tickets for {name}",
  "mail.order.subject_order": "Your order with {seller}",
  "mail.order.subject_update": "Your order with {seller} has changed",
  "mail.order.subject_cancel": "Cancelled: your order with {seller}",
  "mail.order.title_update": "Your order has changed.",
  "mail.order.title_cancel": "Tickets of your order are cancelled.",
  "mail.order.greeting": "Thank you, {first_name}.",
  "mail.order.greeting_unnamed": "Thank you.",
  "mail.order.intro": "Your order {order_number} is confirmed. Show this code at the door.",
  "mail.order.intro_no_tickets": "Your order {order_number} is confirmed.",
  "mail.order.intro_changed": "This is how your order {order_number} stands now. Show this code at the door.",
  "mail.order.intro_changed_no_tickets": "This is how your order {order_number} stands now.",
  "mail.order.subject_renewed": "Your membership of {seller} is renewed",
  "mail.order.title_renewed": "Your membership goes on.",
  "mail.order.intro_renewed":
    "It renewed itself, as you agreed. This is your receipt, order {order_number}. There is nothing to do.",
  "mail.order.renews_itself": "This membership renews automatically. We write to you before we charge your card again.",
  "mail.order.cancel_renewal": "Cancel auto-renew",
  "mail.order.number": "Order {order_number}",
  "mail.order.qr_alt": "QR code of order {order_number}",
  "mail.order.view": "View your tickets",
  "mail.order.view_order": "View your order",
  "mail.order.download": "Download tickets (PDF)",
  "mail.order.calendar": "Add to calendar",
  "mail.order.subtotal": "Subtotal",
  "mail.order.discount": "Discount",
  "mail.order.fees": "Fees",
  "mail.order.total": "Total",
  "mail.order.paid": "Paid by card",
  "mail.order.paid_gift_card": "Paid by gift card {number}",
  "mail.order.gift_cards": "Gift cards",
  "mail.order.gift_card": "Give the number with any later purchase to pay with it.",
} as const;
type Say = ReturnType<typeof letterWords<keyof typeof words>>;

/** The mail that an order causes. It is kept as words; the code, the tickets and the calendar entry are made when it is sent. */
export const confirmationLetter = (seller: Seller, origin: string, confirmed: Confirmed): Letter => {
  const { order, cart, firstName, giftCards, opensDoor } = confirmed;
  const { lines } = cart;
  const say = letterWords(seller, words, {
    seller: seller.name,
    first_name: firstName,
    order_number: order.order_number,
    name: lines[0]?.name ?? "",
  });
  const money = letterMoney(seller, order.currency);
  const there = (rest: string): `/${string}` =>
    `/api/ticket_order/${order.id}/${rest}?_seller=${seller.slug}&token=${order.token}`;
  const dated = opensDoor && lines.some((line) => line.start_datetime !== null);

  return letterFrame(seller, origin, {
    ...beginningOf(confirmed, say),
    parts: [
      ...(opensDoor
        ? [{ kind: "code" as const, cid: "code", alt: say("mail.order.qr_alt"), caption: say("mail.order.number") }]
        : []),
      ...lines.map((line) => itemOf(line, seller, confirmed)),
      ...(giftCards.length > 0
        ? [
            {
              kind: "rows" as const,
              heading: say("mail.order.gift_cards"),
              rows: giftCards.map(({ number, amount }) => ({ label: number, value: money(amount) })),
            },
            { kind: "words" as const, text: say("mail.order.gift_card"), quiet: true },
          ]
        : []),
      { kind: "rows", rows: sumsOf(cart, order, say, money) },
      ...(confirmed.renewal ? [{ kind: "words" as const, text: say("mail.order.renews_itself"), quiet: true }] : []),
      {
        kind: "action",
        link: {
          label: say(opensDoor ? "mail.order.view" : "mail.order.view_order"),
          path: `/${seller.slug}/checkout/complete?orderIds=${order.id}&token=${order.token}`,
        },
        more: [
          ...(opensDoor ? [{ label: say("mail.order.download"), path: there("tickets.pdf") }] : []),
          ...(dated ? [{ label: say("mail.order.calendar"), path: there("calendar.ics") }] : []),
          ...(confirmed.renewal
            ? [
                {
                  label: say("mail.order.cancel_renewal"),
                  path: `/${seller.slug}/manage/${order.id}/cancel-auto-renew?token=${order.token}` as const,
                },
              ]
            : []),
        ],
      },
    ],
    enclosed: [
      ...(opensDoor
        ? [
            { make: "code" as const, cid: "code", ticket_order_id: order.id },
            { make: "tickets" as const, ticket_order_id: order.id },
          ]
        : []),
      ...(dated ? [{ make: "calendar" as const, ticket_order_id: order.id }] : []),
    ],
  });
};

const beginningOf = (
  { about, renewal, firstName, cart: { lines, membership_action }, opensDoor }: Confirmed,
  say: Say,
) => {
  if (about !== undefined)
    return {
      subject: say(about === "order_cancel" ? "mail.order.subject_cancel" : "mail.order.subject_update"),
      title: say(about === "order_cancel" ? "mail.order.title_cancel" : "mail.order.title_update"),
      intro: say(opensDoor ? "mail.order.intro_changed" : "mail.order.intro_changed_no_tickets"),
    };
  if (renewal === "renewed")
    return {
      subject: say("mail.order.subject_renewed"),
      title: say("mail.order.title_renewed"),
      intro: say("mail.order.intro_renewed"),
    };
  return {
    subject: say(
      lines.length > 1 || !opensDoor || membership_action !== null ? "mail.order.subject_order" : "mail.order.subject",
    ),
    title: say(oneLine(firstName) === "" ? "mail.order.greeting_unnamed" : "mail.order.greeting"),
    intro: say(opensDoor ? "mail.order.intro" : "mail.order.intro_no_tickets"),
  };
};

/** Whose tickets, and which seats, as far as a mail is the place for it: the rest stands on the tickets. */
const mostNamed = 20;

const itemOf = (line: CartLine, seller: Seller, { order, tickets, venues }: Confirmed): Part => {
  const money = letterMoney(seller, order.currency);
  const known = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return {
    kind: "item",
    name: oneLine(line.name),
    facts: [letterMoment(line, seller.locale), venues.get(line.event_template_id) ?? ""]
      .map((fact) => oneLine(fact))
      .filter(Boolean),
    rows: line.types.map((type) => {
      const named = type.ticket_ids
        .map((id) => known.get(id))
        .map((ticket) =>
          [ticket?.seat_name, ticket?.admit_name]
            .map((name) => oneLine(name ?? ""))
            .filter(Boolean)
            .join(" – "),
        )
        .filter(Boolean)
        .toSorted(new Intl.Collator(seller.locale, { numeric: true }).compare);
      return {
        label: `${type.count} × ${oneLine(type.name)}`,
        value: money(type.price),
        detail:
          named.length === 0
            ? undefined
            : named.slice(0, mostNamed).join(", ") + (named.length > mostNamed ? " …" : ""),
      };
    }),
  };
};

/** What it cost, in the order in which the cart adds it up, and how it was paid. */
const sumsOf = (cart: Cart, order: TicketOrder, say: Say, money: (amount: string) => string): LetterRow[] => {
  const minor = (amount: string | undefined) => fromWire(amount ?? "0", order.currency) ?? 0;
  const shown = (amount: number) => money(toWire(amount, order.currency));
  const totals = cart.cart_fees[0]?.grand_totals;
  const fees = minor(totals?.total_fee_fixed_outside) + minor(totals?.total_fee_percent_outside);
  const discount = minor(totals?.total_cartmod_amount);
  const named = cart.cart_mods.filter((mod) => minor(mod.discount) > 0);
  const isTold = named.reduce((sum, mod) => sum + minor(mod.discount), 0) === -discount;
  const discounts = isTold
    ? named.map((mod) => ({ label: oneLine(mod.name), value: shown(-minor(mod.discount)) }))
    : [{ label: say("mail.order.discount"), value: shown(discount) }];

  const cards = cart.gift_cards.filter(({ amount }) => minor(amount) > 0);
  const isCardTold = (gateway_id: string) => gateway_id === "ledger" && cards.length > 0;
  const paid = [
    ...cards.map(({ number, amount }) => ({
      label: say("mail.order.paid_gift_card", { number }),
      value: money(amount),
    })),
    ...cart.completed_payments
      .filter(({ status, gateway_id, amount }) => status === "captured" && minor(amount) > 0 && !isCardTold(gateway_id))
      .map(({ amount }) => ({ label: say("mail.order.paid"), value: money(amount) })),
  ];
  return [
    ...(fees !== 0 || discount !== 0
      ? [{ label: say("mail.order.subtotal"), value: shown(minor(totals?.total_before_cartmod_price)) }]
      : []),
    ...(discount === 0 ? [] : discounts),
    ...(fees === 0 ? [] : [{ label: say("mail.order.fees"), value: shown(fees) }]),
    {
      label: say("mail.order.total"),
      value: money(order.ticket_order_fees[0]?.total_after_fees_price ?? "0"),
      total: true,
    },
    ...paid,
  ];
};
