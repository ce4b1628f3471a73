import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import { formatDateTime } from "../emails/formatDateTime.ts";
import { freedVouchersPart } from "../emails/freedVouchersPart.ts";
import { membershipFacts } from "../emails/membershipFacts.ts";

const texts = {
  "mail.plan_ended.subject": "Cancelled: your reservation with {seller}",
  "mail.plan_ended.title": "Your reservation has been cancelled.",
  "mail.plan_ended.intro":
    "We no longer hold these tickets for you, and no further payment is due. Reference number: {cart_number}.",
  "mail.plan_ended.refund": "Refund",
  "mail.plan_ended.disputed":
    "You have disputed {amount} with your bank, so we cannot refund that part: your bank will decide.",
  "mail.plan_ended.soon": "We will email you again when your refund is on its way.",
} as const;

/** The data of the e-mail about an ended plan. `refund` and `disputed` are decimals. */
type EndedPlanNotice = {
  readonly cart: Cart;
  readonly refund: string;
  readonly disputed?: string | undefined;
  /** City-pass vouchers that can be used again, masked to their last characters. */
  readonly freedVouchers: readonly string[];
};

/** Tells the purchaser that the venue has cancelled a partly paid reservation, and what is refunded. */
export const planEndedEmail = (
  seller: Seller,
  origin: string,
  { cart, refund, disputed, freedVouchers }: EndedPlanNotice,
): EmailMessage => {
  const translate = sellerText(seller, texts, { seller: seller.name, cart_number: cart.cart_number });
  const money = moneyFormatter(seller, cart.currency);
  return emailLayout(seller, origin, {
    subject: translate("mail.plan_ended.subject"),
    title: translate("mail.plan_ended.title"),
    intro: translate("mail.plan_ended.intro"),
    parts: [
      ...cart.lines.map((line) => ({
        kind: "item" as const,
        name: singleLine(line.name),
        facts: [
          ...membershipFacts(seller, line, cart.giftee),
          formatDateTime(line, seller.locale),
          line.types.map(({ count, name }) => `${count} × ${singleLine(name)}`).join(", "),
        ]
          .map((fact) => singleLine(fact))
          .filter(Boolean),
        rows: [],
      })),
      {
        kind: "rows",
        rows: [{ label: translate("mail.plan_ended.refund"), value: money(refund) }],
      },
      ...(disputed === undefined
        ? []
        : [{ kind: "text" as const, text: translate("mail.plan_ended.disputed", { amount: money(disputed) }) }]),
      ...freedVouchersPart(seller, freedVouchers),
      { kind: "text", text: translate("mail.plan_ended.soon"), quiet: true },
    ],
  });
};
