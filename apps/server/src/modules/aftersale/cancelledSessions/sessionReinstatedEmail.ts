import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import type { BuyerOfSession, CancelledSession } from "./cancelledSessions.sql.ts";

const texts = {
  "mail.session_reinstated.subject": "{event} on {date} takes place after all",
  "mail.session_reinstated.title": "Your visit takes place after all.",
  "mail.session_reinstated.intro":
    "We told you that this part of your order {order_number} was cancelled. It takes place after all, and your tickets for it are valid again.",
  "mail.session_reinstated.choice": "If you can no longer come, please tell us. Your order's page shows how.",
  "mail.session_reinstated.view": "View your order",
} as const;

/** Tells a purchaser that a session takes place after all, and that their tickets are valid. */
export const sessionReinstatedEmail = (
  seller: Seller,
  origin: string,
  {
    session,
    buyer,
    token,
  }: { readonly session: CancelledSession; readonly buyer: BuyerOfSession; readonly token: string },
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
    subject: translate("mail.session_reinstated.subject"),
    title: translate("mail.session_reinstated.title"),
    intro: translate("mail.session_reinstated.intro"),
    // Calendars show the visit again.
    attachments: [{ make: "calendar", ticket_order_id: buyer.order_id }],
    parts: [
      { kind: "item", name: singleLine(session.event_name), facts: [date, tickets].filter(Boolean), rows: [] },
      { kind: "text", text: translate("mail.session_reinstated.choice") },
      {
        kind: "action",
        link: {
          label: translate("mail.session_reinstated.view"),
          path: `/${seller.slug}/manage/${buyer.order_id}?token=${token}`,
        },
      },
    ],
  });
};
