import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import type { BuyerOfSession } from "./cancelledSessions.sql.ts";
import { hasOneTicket, sessionEmail, type SessionNotice } from "./sessionEmail.ts";

const texts = {
  "mail.session_cancelled.subject": "{event} on {date} is cancelled",
  "mail.session_cancelled.title": "We have had to cancel your visit.",
  "mail.session_cancelled.intro":
    "We are sorry: this part of your order {order_number} will not take place. Your tickets for it are no longer valid.",
  "mail.session_cancelled.intro.one":
    "We are sorry: this part of your order {order_number} will not take place. Your ticket for it is no longer valid.",
  "mail.session_cancelled.paid": "Paid",
  "mail.session_cancelled.choice": "You can have your money back, or choose another time.",
  "mail.session_cancelled.choice_free": "You can choose another time.",
  "mail.session_cancelled.money": "You can have your money back.",
  "mail.session_cancelled.choose": "Choose now",
  "mail.session_cancelled.view": "View your order",
} as const;

/** Tells a purchaser that a session does not take place, and what they can choose. */
export const sessionCancelledEmail = (seller: Seller, origin: string, notice: SessionNotice): EmailMessage => {
  const { paid, currency } = notice.buyer;
  const choice = choiceOf(notice.buyer);
  const value = moneyFormatter(seller, currency)(toDecimal(paid, currency));
  return sessionEmail(seller, origin, notice, {
    texts,
    subject: "mail.session_cancelled.subject",
    title: "mail.session_cancelled.title",
    intro: hasOneTicket(notice) ? "mail.session_cancelled.intro.one" : "mail.session_cancelled.intro",
    rows: paid > 0 ? [{ label: "mail.session_cancelled.paid", value }] : [],
    choice,
    action: choice ? "mail.session_cancelled.choose" : "mail.session_cancelled.view",
  });
};

/** What the purchaser can choose; undefined for free tickets that cannot be moved. */
const choiceOf = ({ paid, can_move }: BuyerOfSession): keyof typeof texts | undefined => {
  if (paid > 0) return can_move ? "mail.session_cancelled.choice" : "mail.session_cancelled.money";
  return can_move ? "mail.session_cancelled.choice_free" : undefined;
};
