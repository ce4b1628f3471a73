import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { hasOneTicket, sessionEmail, type SessionNotice } from "./sessionEmail.ts";

const texts = {
  "mail.session_reinstated.subject": "{event} on {date} is going ahead after all",
  "mail.session_reinstated.title": "Your visit is going ahead after all.",
  "mail.session_reinstated.intro":
    "We told you that this part of your order {order_number} was cancelled. It is going ahead after all, and your tickets for it are valid again.",
  "mail.session_reinstated.intro.one":
    "We told you that this part of your order {order_number} was cancelled. It is going ahead after all, and your ticket for it is valid again.",
  "mail.session_reinstated.choice": "If you can no longer come, please tell us. Your order's page shows how.",
  "mail.session_reinstated.view": "View your order",
} as const;

/** Tells a purchaser that a session takes place after all, and that their tickets are valid. */
export const sessionReinstatedEmail = (seller: Seller, origin: string, notice: SessionNotice): EmailMessage =>
  sessionEmail(seller, origin, notice, {
    texts,
    subject: "mail.session_reinstated.subject",
    title: "mail.session_reinstated.title",
    intro: hasOneTicket(notice) ? "mail.session_reinstated.intro.one" : "mail.session_reinstated.intro",
    rows: [],
    choice: "mail.session_reinstated.choice",
    action: "mail.session_reinstated.view",
  });
