import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "../../checkout/emails/formatDateTime.ts";
import type { BuyerOfSession, CancelledSession } from "./cancelledSessions.sql.ts";

const texts = {
  "mail.session_cancelled.subject": "{event} on {date} is cancelled",
  "mail.session_cancelled.title": "We have to cancel your visit.",
  "mail.session_cancelled.intro":
    "We are sorry: this part of your order {order_number} does not take place. Your tickets for it are no longer valid.",
  "mail.session_cancelled.paid": "Paid",
  "mail.session_cancelled.choice": "You can have your money back, or choose another time.",
  "mail.session_cancelled.choice_free": "You can choose another time.",
  "mail.session_cancelled.money": "You can have your money back.",
  "mail.session_cancelled.choose": "Choose now",
  "mail.session_cancelled.view": "View your order",
} as const;

/** Tells a purchaser that a session does not take place, and what they can choose. */
export const sessionCancelledEmail = (
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
  const choice = choiceOf(buyer);
  const paid = moneyFormatter(seller, buyer.currency)(toDecimal(buyer.paid, buyer.currency));
  const tickets = buyer.types.map(({ name, count }) => `${count} × ${singleLine(name)}`).join(", ");
  return emailLayout(seller, origin, {
    subject: translate("mail.session_cancelled.subject"),
    title: translate("mail.session_cancelled.title"),
    intro: translate("mail.session_cancelled.intro"),
    // Calendars mark the visit as cancelled.
    attachments: [{ make: "calendar", ticket_order_id: buyer.order_id }],
    parts: [
      {
        kind: "item",
        name: singleLine(session.event_name),
        facts: [date, tickets].filter(Boolean),
        rows: buyer.paid > 0 ? [{ label: translate("mail.session_cancelled.paid"), value: paid }] : [],
      },
      ...(choice ? [{ kind: "text" as const, text: translate(choice) }] : []),
      {
        kind: "action",
        link: {
          label: translate(choice ? "mail.session_cancelled.choose" : "mail.session_cancelled.view"),
          path: `/${seller.slug}/manage/${buyer.order_id}?token=${token}`,
        },
      },
    ],
  });
};

/** What the purchaser can choose; undefined for free tickets that cannot be moved. */
const choiceOf = ({ paid, can_move }: BuyerOfSession): keyof typeof texts | undefined => {
  if (paid > 0) return can_move ? "mail.session_cancelled.choice" : "mail.session_cancelled.money";
  return can_move ? "mail.session_cancelled.choice_free" : undefined;
};
