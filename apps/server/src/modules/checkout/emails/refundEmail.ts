import type { Seller } from "@foyer/contract/shop/seller.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import type { RestoreFailure } from "../../cart/restore/restoreFailure.ts";

/** voided: it was promised only. refunded: it was taken, late. given: somebody of the shop gives it back. */
export type RefundEmailKind = "voided" | "refunded" | "given";

type RefundEmailData = {
  readonly firstName: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly kind: RefundEmailKind;
  /** What was not to be had any more; null where that is not known. */
  readonly restoreFailure: RestoreFailure | null;
};

const texts = {
  "mail.returned.subject": "Your payment to {seller}",
  "mail.returned.greeting": "Hello {first_name},",
  "mail.returned.greeting_unnamed": "Hello,",
  "mail.returned.late":
    "Your payment of {amount} came when your tickets were no longer held for you, and others have them now.",
  "mail.returned.late_code":
    "Your payment of {amount} came when your tickets were no longer held for you, and a code that you had for them is over or used up by now.",
  "mail.returned.late_allowance":
    "Your payment of {amount} came when your tickets were no longer held for you, and by now your membership has no more of them.",
  "mail.returned.late_not_sold":
    "Your payment of {amount} came when your tickets were no longer held for you, and by now they are no longer sold.",
  "mail.returned.voided": "Your card has not been charged.",
  "mail.returned.refunded": "Your money goes back to where it came from. That takes a few days.",
  "mail.returned.given": "{amount} of your payment goes back to where it came from. That takes a few days.",
  "mail.returned.amount": "Goes back to you",
} as const;

const lateTexts = {
  places: "mail.returned.late",
  code: "mail.returned.late_code",
  allowance: "mail.returned.late_allowance",
  not_sold: "mail.returned.late_not_sold",
} as const;

/** Money that comes back, in the seller's words. */
export const refundEmail = (
  seller: Seller,
  origin: string,
  { firstName, amount, currency, kind, restoreFailure }: RefundEmailData,
): EmailMessage => {
  const shown = moneyFormatter(seller, currency)(toDecimal(amount, currency));
  const translate = sellerText(seller, texts, { seller: seller.name, first_name: firstName, amount: shown });
  return emailLayout(seller, origin, {
    subject: translate("mail.returned.subject"),
    title: translate(singleLine(firstName) === "" ? "mail.returned.greeting_unnamed" : "mail.returned.greeting"),
    intro: translate(kind === "given" ? "mail.returned.given" : lateTexts[restoreFailure ?? "places"]),
    parts: [
      ...(kind === "given" ? [] : [{ kind: "words" as const, text: translate(`mail.returned.${kind}`) }]),
      ...(kind === "voided"
        ? []
        : [{ kind: "rows" as const, rows: [{ label: translate("mail.returned.amount"), value: shown, total: true }] }]),
    ],
  });
};
