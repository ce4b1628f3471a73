import type { Cart, CartLine, Ticket } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { TicketOrder } from "@foyer/contract/shop/ticketOrder.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailRow, EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";

export type ConfirmedOrder = {
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
  readonly change?: "order_update" | "order_cancel" | undefined;
  /** It renews itself from now on, or has just done so. */
  readonly renewal?: "agreed" | "renewed" | undefined;
};

const texts = {
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
type Translate = ReturnType<typeof sellerText<keyof typeof texts>>;

/** The mail that an order causes. It is kept as words; the code, the tickets and the calendar entry are made when it is sent. */
export const confirmationEmail = (seller: Seller, origin: string, confirmed: ConfirmedOrder): EmailMessage => {
  const { order, cart, firstName, giftCards, opensDoor } = confirmed;
  const { lines } = cart;
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    first_name: firstName,
    order_number: order.order_number,
    name: lines[0]?.name ?? "",
  });
  const money = moneyFormatter(seller, order.currency);
  const orderPath = (rest: string): `/${string}` =>
    `/api/ticket_order/${order.id}/${rest}?_seller=${seller.slug}&token=${order.token}`;
  const hasDate = opensDoor && lines.some((line) => line.start_datetime !== null);

  return emailLayout(seller, origin, {
    ...emailHeading(confirmed, translate),
    parts: [
      ...(opensDoor
        ? [
            {
              kind: "code" as const,
              cid: "code",
              alt: translate("mail.order.qr_alt"),
              caption: translate("mail.order.number"),
            },
          ]
        : []),
      ...lines.map((line) => lineItem(line, seller, confirmed)),
      ...(giftCards.length > 0
        ? [
            {
              kind: "rows" as const,
              heading: translate("mail.order.gift_cards"),
              rows: giftCards.map(({ number, amount }) => ({ label: number, value: money(amount) })),
            },
            { kind: "words" as const, text: translate("mail.order.gift_card"), quiet: true },
          ]
        : []),
      { kind: "rows", rows: totalRows(cart, order, translate, money) },
      ...(confirmed.renewal
        ? [{ kind: "words" as const, text: translate("mail.order.renews_itself"), quiet: true }]
        : []),
      {
        kind: "action",
        link: {
          label: translate(opensDoor ? "mail.order.view" : "mail.order.view_order"),
          path: `/${seller.slug}/checkout/complete?orderIds=${order.id}&token=${order.token}`,
        },
        more: [
          ...(opensDoor ? [{ label: translate("mail.order.download"), path: orderPath("tickets.pdf") }] : []),
          ...(hasDate ? [{ label: translate("mail.order.calendar"), path: orderPath("calendar.ics") }] : []),
          ...(confirmed.renewal
            ? [
                {
                  label: translate("mail.order.cancel_renewal"),
                  path: `/${seller.slug}/manage/${order.id}/cancel-auto-renew?token=${order.token}` as const,
                },
              ]
            : []),
        ],
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

const emailHeading = (
  { change, renewal, firstName, cart: { lines, membership_action }, opensDoor }: ConfirmedOrder,
  translate: Translate,
) => {
  if (change !== undefined)
    return {
      subject: translate(change === "order_cancel" ? "mail.order.subject_cancel" : "mail.order.subject_update"),
      title: translate(change === "order_cancel" ? "mail.order.title_cancel" : "mail.order.title_update"),
      intro: translate(opensDoor ? "mail.order.intro_changed" : "mail.order.intro_changed_no_tickets"),
    };
  if (renewal === "renewed")
    return {
      subject: translate("mail.order.subject_renewed"),
      title: translate("mail.order.title_renewed"),
      intro: translate("mail.order.intro_renewed"),
    };
  return {
    subject: translate(
      lines.length > 1 || !opensDoor || membership_action !== null ? "mail.order.subject_order" : "mail.order.subject",
    ),
    title: translate(singleLine(firstName) === "" ? "mail.order.greeting_unnamed" : "mail.order.greeting"),
    intro: translate(opensDoor ? "mail.order.intro" : "mail.order.intro_no_tickets"),
  };
};

/** Whose tickets, and which seats, as far as a mail is the place for it: the rest stands on the tickets. */
const maxNames = 20;

const lineItem = (line: CartLine, seller: Seller, { order, tickets, venues }: ConfirmedOrder): EmailPart => {
  const money = moneyFormatter(seller, order.currency);
  const known = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return {
    kind: "item",
    name: singleLine(line.name),
    facts: [formatDateTime(line, seller.locale), venues.get(line.event_template_id) ?? ""]
      .map((fact) => singleLine(fact))
      .filter(Boolean),
    rows: line.types.map((type) => {
      const named = type.ticket_ids
        .map((id) => known.get(id))
        .map((ticket) =>
          [ticket?.seat_name, ticket?.admit_name]
            .map((name) => singleLine(name ?? ""))
            .filter(Boolean)
            .join(" – "),
        )
        .filter(Boolean)
        .toSorted(new Intl.Collator(seller.locale, { numeric: true }).compare);
      return {
        label: `${type.count} × ${singleLine(type.name)}`,
        value: money(type.price),
        detail:
          named.length === 0 ? undefined : named.slice(0, maxNames).join(", ") + (named.length > maxNames ? " …" : ""),
      };
    }),
  };
};

/** What it cost, in the order in which the cart adds it up, and how it was paid. */
const totalRows = (
  cart: Cart,
  order: TicketOrder,
  translate: Translate,
  money: (amount: string) => string,
): EmailRow[] => {
  const minor = (amount: string | undefined) => fromDecimal(amount ?? "0", order.currency) ?? 0;
  const display = (amount: number) => money(toDecimal(amount, order.currency));
  const totals = cart.cart_fees[0]?.grand_totals;
  const fees = minor(totals?.total_fee_fixed_outside) + minor(totals?.total_fee_percent_outside);
  const discount = minor(totals?.total_cartmod_amount);
  const named = cart.cart_mods.filter((mod) => minor(mod.discount) > 0);
  const addUp = named.reduce((sum, mod) => sum + minor(mod.discount), 0) === -discount;
  const discounts = addUp
    ? named.map((mod) => ({ label: singleLine(mod.name), value: display(-minor(mod.discount)) }))
    : [{ label: translate("mail.order.discount"), value: display(discount) }];

  const cards = cart.gift_cards.filter(({ amount }) => minor(amount) > 0);
  const isGiftCardListed = (gateway_id: string) => gateway_id === "ledger" && cards.length > 0;
  const paid = [
    ...cards.map(({ number, amount }) => ({
      label: translate("mail.order.paid_gift_card", { number }),
      value: money(amount),
    })),
    ...cart.completed_payments
      .filter(
        ({ status, gateway_id, amount }) => status === "captured" && minor(amount) > 0 && !isGiftCardListed(gateway_id),
      )
      .map(({ amount }) => ({ label: translate("mail.order.paid"), value: money(amount) })),
  ];
  return [
    ...(fees !== 0 || discount !== 0
      ? [{ label: translate("mail.order.subtotal"), value: display(minor(totals?.total_before_cartmod_price)) }]
      : []),
    ...(discount === 0 ? [] : discounts),
    ...(fees === 0 ? [] : [{ label: translate("mail.order.fees"), value: display(fees) }]),
    {
      label: translate("mail.order.total"),
      value: money(order.ticket_order_fees[0]?.total_after_fees_price ?? "0"),
      total: true,
    },
    ...paid,
  ];
};
