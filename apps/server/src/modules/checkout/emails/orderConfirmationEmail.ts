import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailPart } from "../../../providers/mail/emailParts.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import type { ConfirmedOrder } from "./confirmedOrder.ts";
import { formatDateTime } from "./formatDateTime.ts";
import { moneyFormatter, percentFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { membershipFacts } from "./membershipFacts.ts";
import { orderTexts, type TranslateOrder } from "./orderTexts.ts";
import { totalRows } from "./orderTotals.ts";

/** The confirmation of an order. The code, the tickets and the calendar entry are attached when it is sent. */
export const orderConfirmationEmail = (seller: Seller, origin: string, confirmed: ConfirmedOrder): EmailMessage => {
  const { order, cart, firstName, opensDoor } = confirmed;
  const translate = sellerText(seller, orderTexts, {
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
      { kind: "rows", rows: totalRows(confirmed, translate, { money, percent: percentFormatter(seller) }) },
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
  translate: TranslateOrder,
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

const actionPart = (seller: Seller, confirmed: ConfirmedOrder, translate: TranslateOrder): EmailPart => {
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
      ...(confirmed.offer
        ? [
            {
              label: translate(confirmed.offer === "cancel" ? "mail.order.manage" : "mail.order.manage_only"),
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
  translate: TranslateOrder,
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

/** The maximum number of names and seats listed in the e-mail; the tickets show all of them. */
const maxNames = 20;

const lineItem = (
  line: CartLine,
  seller: Seller,
  { order, cart, tickets, venues }: ConfirmedOrder,
  translate: TranslateOrder,
): EmailPart => {
  const money = moneyFormatter(seller, order.currency);
  const known = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  return {
    kind: "item",
    name: singleLine(line.name),
    facts: [
      line.flag ? translate(`mail.order.flag_${line.flag}`) : "",
      ...membershipFacts(seller, line, cart.giftee),
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
