import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../../providers/mail/mailTransport.ts";
import { sellerText, singleLine } from "../../../../providers/mail/sellerText.ts";
import { formatDateTime } from "../formatDateTime.ts";
import type { SentTicketRow } from "./sentTickets.sql.ts";

const texts = {
  "mail.tickets_ended.subject": "No longer valid: tickets for {event}",
  "mail.tickets_ended.title": "Tickets that were sent to you are no longer valid.",
  "mail.tickets_ended.intro": "The person who bought them has taken them back, exchanged them or cancelled them.",
  "mail.tickets_ended.subject.one": "No longer valid: ticket for {event}",
  "mail.tickets_ended.title.one": "A ticket that was sent to you is no longer valid.",
  "mail.tickets_ended.intro.one": "The person who bought it has taken it back, exchanged it or cancelled it.",
  "mail.tickets_ended.footer": "{seller} sent you this email because somebody sent you tickets.",
} as const;

/** Tells the recipient of tickets that were sent on that they no longer grant admission. */
export const ticketsEndedEmail = (
  seller: Seller,
  origin: string,
  tickets: readonly [SentTicketRow, ...SentTicketRow[]],
): EmailMessage => {
  const t = sellerText(seller, texts, { seller: seller.name, event: tickets[0].event_name });
  const ofCount = tickets.length === 1 ? (".one" as const) : "";
  return emailLayout(seller, origin, {
    subject: t(`mail.tickets_ended.subject${ofCount}`),
    title: t(`mail.tickets_ended.title${ofCount}`),
    intro: t(`mail.tickets_ended.intro${ofCount}`),
    parts: sentTicketItems(seller, tickets),
    footer: t("mail.tickets_ended.footer"),
  });
};

/** Each session once, with its date and the number of tickets of each type. */
export const sentTicketItems = (seller: Seller, tickets: readonly SentTicketRow[]) =>
  [...Map.groupBy(tickets, ({ event_session_id }) => event_session_id).values()].flatMap((session) => {
    const [first] = session;
    if (!first) return [];
    const types = [...Map.groupBy(session, ({ type_name }) => type_name)].map(
      ([name, { length }]) => `${length} × ${singleLine(name)}`,
    );
    const facts = [singleLine(formatDateTime(first, seller.locale)), types.join(", ")];
    return [{ kind: "item" as const, name: singleLine(first.event_name), facts: facts.filter(Boolean), rows: [] }];
  });
