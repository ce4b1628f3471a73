import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailRow } from "../../../providers/mail/emailParts.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import type { BuyerOfSession, CancelledSession } from "./cancelledSessions.sql.ts";

/** A session that was cancelled or reinstated, and a buyer of it. `token` opens their order. */
export type SessionNotice = {
  readonly session: CancelledSession;
  readonly buyer: BuyerOfSession;
  readonly token: string;
};

/** Whether the buyer has a single ticket for the session. */
export const hasOneTicket = ({ buyer }: SessionNotice): boolean =>
  buyer.types.reduce((sum, { count }) => sum + count, 0) === 1;

/** The keys of the e-mail's texts, and the amounts that it shows. */
type SessionEmailContent<Key> = {
  readonly texts: Readonly<Record<Key & string, string>>;
  readonly subject: Key;
  readonly title: Key;
  readonly intro: Key;
  readonly rows: readonly { readonly label: Key; readonly value: string }[];
  /** What the buyer can do; undefined if there is nothing to choose. */
  readonly choice: Key | undefined;
  readonly action: Key;
};

/** An e-mail about a visit: what has changed, the visit with its tickets, and the link to the order. */
export const sessionEmail = <Key extends string>(
  seller: Seller,
  origin: string,
  { session, buyer, token }: SessionNotice,
  { texts, subject, title, intro, rows, choice, action }: SessionEmailContent<Key>,
): EmailMessage => {
  const date = singleLine(formatDateTime({ ...session, all_day: isAllDay(session, session) }, seller.locale));
  const translate = sellerText(seller, texts, {
    seller: seller.name,
    event: singleLine(session.event_name),
    date,
    order_number: String(buyer.order_number),
  });
  const tickets = buyer.types.map(({ name, count }) => `${count} × ${singleLine(name)}`).join(", ");
  return emailLayout(seller, origin, {
    subject: translate(subject),
    title: translate(title),
    intro: translate(intro),
    // The attachment makes calendars mark the visit as cancelled, or show it again.
    attachments: [{ make: "calendar", ticket_order_id: buyer.order_id }],
    parts: [
      {
        kind: "item",
        name: singleLine(session.event_name),
        facts: [date, tickets].filter(Boolean),
        rows: rows.map(({ label, value }): EmailRow => ({ label: translate(label), value })),
      },
      ...(choice === undefined ? [] : [{ kind: "text" as const, text: translate(choice) }]),
      {
        kind: "action",
        link: { label: translate(action), path: `/${seller.slug}/manage/${buyer.order_id}?token=${token}` },
      },
    ],
  });
};
