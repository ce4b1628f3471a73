import type { Cart, CartLine, Ticket } from "@foyer/contract/shop/cart.ts";
import type { BoughtGiftCard } from "@foyer/contract/shop/giftcards.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { settleOrder, type Settlement } from "@foyer/rules/aftersale/settleOrder.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailRow, EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { standingTotal, type MoneyOfOrder } from "../change/settledOrders.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";

export type ConfirmedOrder = {
  readonly firstName: string;
  readonly order: TicketOrder;
  readonly cart: Cart;
  /** What has become of the order's money since. */
  readonly money?: MoneyOfOrder | undefined;
  readonly tickets: readonly Ticket[];
  /** 'The Lens, 1 Opal Lane', by event id. */
  readonly venues: ReadonlyMap<string, string>;
  /** Something in it grants admission: the e-mail has a code and tickets. */
  readonly opensDoor: boolean;
  /** All that opens a door are memberships, whose cards are no tickets. */
  readonly hasOnlyCards: boolean;
  readonly giftCards: readonly BoughtGiftCard[];
  /** Its buyer can change it by its link. */
  readonly isChangeable: boolean;
  /** The order has changed since it was made. */
  readonly change?: "order_update" | "order_cancel" | undefined;
  /** agreed: it renews automatically from now on. renewed: it has just been renewed automatically. */
  readonly renewal?: "agreed" | "renewed" | undefined;
};

const texts = {
  "mail.order.subject": "Your tickets for {name}",
  "mail.order.subject_order": "Your order with {seller}",
  "mail.order.subject_update": "Your order with {seller} has changed",
  "mail.order.subject_cancel": "Cancelled: your order with {seller}",
  "mail.order.title_update": "Your order has changed.",
  "mail.order.title_cancel": "Tickets in your order have been cancelled.",
  "mail.order.greeting": "Thank you, {first_name}.",
  "mail.order.greeting_unnamed": "Thank you.",
  "mail.order.intro": "Your order {order_number} is confirmed. Show this code at the door.",
  "mail.order.intro_no_tickets": "Your order {order_number} is confirmed.",
  "mail.order.intro_changed": "Here is your updated order {order_number}. Show this code at the door.",
  "mail.order.intro_changed_no_tickets": "Here is your updated order {order_number}.",
  "mail.order.subject_renewed": "Your {seller} membership has been renewed",
  "mail.order.title_renewed": "Your membership has been renewed.",
  "mail.order.intro_renewed":
    "It renewed automatically, as you agreed. This is your receipt for order {order_number}. You don't need to do anything.",
  "mail.order.renews_itself": "This membership renews automatically. We'll email you before we charge your card again.",
  "mail.order.cancel_renewal": "Cancel auto-renew",
  "mail.order.number": "Order {order_number}",
  "mail.order.qr_alt": "QR code of order {order_number}",
  "mail.order.view": "View your tickets",
  "mail.order.view_order": "View your order",
  "mail.order.download": "Download tickets (PDF)",
  "mail.order.download_cards": "Download membership cards (PDF)",
  "mail.order.calendar": "Add to calendar",
  "mail.order.manage": "Change or cancel",
  "mail.order.subtotal": "Subtotal",
  "mail.order.discount": "Discount",
  "mail.order.fees": "Fees",
  "mail.order.change_fees": "Fees for changes",
  "mail.order.not_refunded": "Not refunded",
  "mail.order.other_refunds": "Other refunds",
  "mail.order.paid_first": "Paid when you bought",
  "mail.order.paid_later": "Paid for changes",
  "mail.order.refunded": "Refunded",
  "mail.order.became_gift_card": "Turned into gift cards",
  "mail.order.total": "Total",
  "mail.order.paid": "Paid by card",
  "mail.order.paid_gift_card": "Paid by gift card {number}",
  "mail.order.flag_cancelled": "Cancelled",
  "mail.order.flag_past": "Past",
  "mail.order.flag_redeemed": "Used",
  "mail.order.gift_cards": "Gift cards",
  "mail.order.gift_card": "To pay with a gift card, enter its number at checkout.",
} as const;
type Translate = ReturnType<typeof sellerText<keyof typeof texts>>;

/** The confirmation of an order. The code, the tickets and the calendar entry are attached when it is sent. */
export const orderConfirmationEmail = (seller: Seller, origin: string, confirmed: ConfirmedOrder): EmailMessage => {
  const { order, cart, firstName, opensDoor } = confirmed;
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    first_name: firstName,
    order_number: order.order_number,
    name: cart.lines[0]?.name ?? "",
  });
  const money = moneyFormatter(seller, order.currency);
  const code: EmailPart = {
    kind: "code",
    cid: "code",
    alt: translate("mail.order.qr_alt"),
    caption: translate("mail.order.number"),
  };
  return emailLayout(seller, origin, {
    ...emailHeading(confirmed, translate),
    parts: [
      ...(opensDoor ? [code] : []),
      ...cart.lines.map((line) => lineItem(line, seller, confirmed, translate)),
      ...giftCardParts(confirmed, translate, money),
      { kind: "rows", rows: totalRows(confirmed, translate, money) },
      ...(confirmed.renewal
        ? [{ kind: "text" as const, text: translate("mail.order.renews_itself"), quiet: true }]
        : []),
      actionPart(seller, confirmed, translate),
    ],
    attachments: [
      ...(opensDoor
        ? [
            { make: "code" as const, cid: "code", ticket_order_id: order.id },
            { make: "tickets" as const, ticket_order_id: order.id },
          ]
        : []),
      ...(hasAdmissionDate(confirmed) ? [{ make: "calendar" as const, ticket_order_id: order.id }] : []),
    ],
  });
};

const hasAdmissionDate = ({ opensDoor, cart }: ConfirmedOrder): boolean =>
  opensDoor && cart.lines.some((line) => line.start_datetime !== null);

const giftCardParts = (
  { giftCards }: ConfirmedOrder,
  translate: Translate,
  money: (amount: string) => string,
): EmailPart[] =>
  giftCards.length === 0
    ? []
    : [
        {
          kind: "rows",
          heading: translate("mail.order.gift_cards"),
          rows: giftCards.map(({ number, amount }) => ({ label: number, value: money(amount) })),
        },
        { kind: "text", text: translate("mail.order.gift_card"), quiet: true },
      ];

const actionPart = (seller: Seller, confirmed: ConfirmedOrder, translate: Translate): EmailPart => {
  const { order, opensDoor, hasOnlyCards } = confirmed;
  const apiPath = (rest: string): `/${string}` =>
    `/api/ticket_order/${order.id}/${rest}?_seller=${seller.slug}&token=${order.token}`;
  const cancelPath: `/${string}` = `/${seller.slug}/manage/${order.id}/cancel-auto-renew?token=${order.token}`;
  return {
    kind: "action",
    link: {
      label: translate(opensDoor && !hasOnlyCards ? "mail.order.view" : "mail.order.view_order"),
      path: `/${seller.slug}/checkout/complete?orderIds=${order.id}&token=${order.token}`,
    },
    more: [
      ...(opensDoor
        ? [
            {
              label: translate(hasOnlyCards ? "mail.order.download_cards" : "mail.order.download"),
              path: apiPath("tickets.pdf"),
            },
          ]
        : []),
      ...(hasAdmissionDate(confirmed)
        ? [{ label: translate("mail.order.calendar"), path: apiPath("calendar.ics") }]
        : []),
      ...(confirmed.isChangeable
        ? [
            {
              label: translate("mail.order.manage"),
              path: `/${seller.slug}/manage/${order.id}?token=${order.token}` as const,
            },
          ]
        : []),
      ...(confirmed.renewal ? [{ label: translate("mail.order.cancel_renewal"), path: cancelPath }] : []),
    ],
  };
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

/** Names and seats listed in the e-mail; the tickets have all of them. */
const maxNames = 20;

const lineItem = (
  line: CartLine,
  seller: Seller,
  { order, tickets, venues }: ConfirmedOrder,
  translate: Translate,
): EmailPart => {
  const money = moneyFormatter(seller, order.currency);
  const known = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return {
    kind: "item",
    name: singleLine(line.name),
    facts: [
      line.flag ? translate(`mail.order.flag_${line.flag}`) : "",
      formatDateTime(line, seller.locale),
      venues.get(line.event_template_id) ?? "",
    ]
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

/** What the order cost, in the order in which the cart adds it up, and how it was paid. */
const totalRows = (
  { cart, order, money: of }: ConfirmedOrder,
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
  const isListed = (payment: Cart["completed_payments"][number]) => isGiftCardPayment(payment) && cards.length > 0;
  const paid = [
    ...cards.map(({ number, amount }) => ({
      label: translate("mail.order.paid_gift_card", { number }),
      value: money(amount),
    })),
    ...cart.completed_payments
      .filter((payment) => payment.status === "captured" && minor(payment.amount) > 0 && !isListed(payment))
      .map(({ amount }) => ({ label: translate("mail.order.paid"), value: money(amount) })),
  ];
  const settled = of && settleOrder({ ...of, standing: standingTotal(cart) });
  return [
    ...(fees !== 0 || discount !== 0
      ? [{ label: translate("mail.order.subtotal"), value: display(minor(totals?.total_before_cartmod_price)) }]
      : []),
    ...(discount === 0 ? [] : discounts),
    ...(fees === 0 ? [] : [{ label: translate("mail.order.fees"), value: display(fees) }]),
    ...(settled
      ? settledRows(settled, translate, display)
      : [
          {
            label: translate("mail.order.total"),
            value: money(order.ticket_order_fees[0]?.total_after_fees_price ?? "0"),
            total: true,
          },
          ...paid,
        ]),
  ];
};

/** What the order costs after changes, and how that was paid: with the purchase and later, less what went back. */
const settledRows = (
  { fees, rest, total, bought, paid, refunded, giftCards }: Settlement,
  translate: Translate,
  display: (amount: number) => string,
): EmailRow[] => {
  const row = (key: keyof typeof texts, amount: number): EmailRow[] =>
    amount === 0 ? [] : [{ label: translate(key), value: display(amount) }];
  return [
    ...row("mail.order.change_fees", fees),
    ...row(rest > 0 ? "mail.order.not_refunded" : "mail.order.other_refunds", rest),
    { label: translate("mail.order.total"), value: display(total), total: true },
    ...row("mail.order.paid_first", bought),
    ...row("mail.order.paid_later", paid),
    ...row("mail.order.refunded", -refunded),
    ...row("mail.order.became_gift_card", -giftCards),
  ];
};
