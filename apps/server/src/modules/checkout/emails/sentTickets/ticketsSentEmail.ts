import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../../providers/mail/mailTransport.ts";
import { sellerText, singleLine } from "../../../../providers/mail/sellerText.ts";
import type { SentTicketRow } from "./sentTickets.sql.ts";
import { sentTicketItems } from "./ticketsEndedEmail.ts";

export type TicketsSent = {
  readonly sending_id: string;
  readonly token: string;
  readonly sender_name: string | null;
  readonly message: string | null;
  readonly tickets: readonly SentTicketRow[];
};

const texts = {
  "mail.tickets_sent.subject": "Tickets for {event}",
  "mail.tickets_sent.title": "Somebody has sent you tickets.",
  "mail.tickets_sent.title_named": "{sender} has sent you tickets.",
  "mail.tickets_sent.intro": "Open them on your phone and show each code at the door, or print them.",
  "mail.tickets_sent.open": "Open the tickets",
  "mail.tickets_sent.private": "Whoever has this link can use the tickets, so please keep it to yourself.",
  "mail.tickets_sent.subject.one": "Ticket for {event}",
  "mail.tickets_sent.title.one": "Somebody has sent you a ticket.",
  "mail.tickets_sent.title_named.one": "{sender} has sent you a ticket.",
  "mail.tickets_sent.intro.one": "Open it on your phone and show its code at the door, or print it.",
  "mail.tickets_sent.open.one": "Open the ticket",
  "mail.tickets_sent.private.one": "Whoever has this link can use the ticket, so please keep it to yourself.",
  "mail.tickets_sent.footer":
    "{seller} sent you this email because somebody who bought tickets gave us your address. We do not use it for anything else.",
} as const;

/**
 * Gives the recipient the link to tickets that were sent to them. The e-mail has no codes, because the tickets can be
 * taken back.
 */
export const ticketsSentEmail = (
  seller: Seller,
  origin: string,
  { sending_id, token, sender_name, message, tickets }: TicketsSent,
): EmailMessage => {
  const t = sellerText(seller, texts, {
    seller: seller.name,
    event: tickets[0]?.event_name ?? "",
    sender: sender_name ?? "",
  });
  const ofCount = tickets.length === 1 ? (".one" as const) : "";
  return emailLayout(seller, origin, {
    subject: t(`mail.tickets_sent.subject${ofCount}`),
    title: t(`mail.tickets_sent.title${sender_name === null ? "" : "_named"}${ofCount}`),
    intro: t(`mail.tickets_sent.intro${ofCount}`),
    parts: [
      ...(message === null ? [] : [{ kind: "text" as const, text: `“${singleLine(message, 500)}”` }]),
      ...sentTicketItems(seller, tickets),
      {
        kind: "action",
        link: {
          label: t(`mail.tickets_sent.open${ofCount}`),
          path: `/${seller.slug}/tickets/${sending_id}?token=${token}`,
        },
      },
      { kind: "text", text: t(`mail.tickets_sent.private${ofCount}`), quiet: true },
    ],
    footer: t("mail.tickets_sent.footer"),
  });
};
