import type { Seller } from "@foyer/contract/shop/seller.ts";
import { plainText } from "@foyer/rules/values/text/plainText.ts";
import { emailLayout } from "../../providers/mail/emailLayout.ts";
import { moneyFormatter } from "../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";

export type GiftCardEmailData = {
  readonly number: string;
  /** A decimal, as in the API. */
  readonly amount: string;
  readonly currency: string;
  /** Names of the recipient and the giver; empty if not given. */
  readonly to: string;
  readonly from: string;
  /** The giver's message; may be empty. */
  readonly message: string;
  /** Exclusive. */
  readonly valid_to: string | null;
};

const texts = {
  "mail.gift_card.subject": "{from} sent you a gift card for {seller}",
  "mail.gift_card.subject_unnamed": "A gift card for {seller}",
  "mail.gift_card.title": "{to}, this is for you.",
  "mail.gift_card.title_unnamed": "This is for you.",
  "mail.gift_card.intro":
    "You have received a gift card worth {amount} for {seller}. Enter its number at checkout to pay with it.",
  "mail.gift_card.card": "Gift card",
  "mail.gift_card.value": "Value",
  "mail.gift_card.until": "It can be used until {day}.",
  "mail.gift_card.visit": "Find something you like",
} as const;

/** The e-mail to the recipient of a gift card. It names only the giver from the order. */
export const giftCardEmail = (seller: Seller, origin: string, card: GiftCardEmailData): EmailMessage => {
  const [to, from] = [singleLine(card.to, 100), singleLine(card.from, 100)];
  const amount = moneyFormatter(seller, card.currency)(card.amount);
  const translate = sellerText(seller, texts, { seller: seller.name, to, from, amount });
  const message = plainText(card.message);
  return emailLayout(seller, origin, {
    subject: translate(from === "" ? "mail.gift_card.subject_unnamed" : "mail.gift_card.subject"),
    title: translate(to === "" ? "mail.gift_card.title_unnamed" : "mail.gift_card.title"),
    intro: translate("mail.gift_card.intro"),
    // A refund goes to the purchaser, who is not named as the giver.
    about: from === "" ? undefined : "gift",
    parts: [
      ...(message === "" ? [] : [{ kind: "text" as const, text: message }]),
      {
        kind: "item",
        name: translate("mail.gift_card.card"),
        // A fact has a line of its own, so that the number does not wrap on a phone.
        facts: [card.number],
        rows: [{ label: translate("mail.gift_card.value"), value: amount }],
      },
      ...(card.valid_to === null
        ? []
        : [
            {
              kind: "text" as const,
              quiet: true,
              text: translate("mail.gift_card.until", { day: lastDay(card.valid_to, seller) }),
            },
          ]),
      { kind: "action", link: { label: translate("mail.gift_card.visit"), path: `/${seller.slug}` } },
    ],
  });
};

/** The last day on which it is valid, in the seller's time zone. */
const lastDay = (valid_to: string, { timezone, locale }: Seller): string =>
  Temporal.Instant.from(valid_to)
    .subtract({ milliseconds: 1 })
    .toZonedDateTimeISO(timezone)
    .toLocaleString(locale, { day: "numeric", month: "long", year: "numeric" });
