import type { Seller } from "@foyer/contract/shop/seller.ts";
import { plainText } from "@foyer/rules/values/plainText.ts";
import { emailLayout } from "../../providers/mail/emailLayout.ts";
import { moneyFormatter } from "../../providers/mail/moneyFormatter.ts";
import { sellerText, singleLine } from "../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";

export type GiftCardEmailData = {
  readonly number: string;
  /** As money travels. */
  readonly amount: string;
  readonly currency: string;
  /** Whose it shall be, and who gives it, as far as they are named. */
  readonly to: string;
  readonly from: string;
  /** What the giver wrote to go with it. */
  readonly message: string;
  /** The first moment at which it pays no more. */
  readonly valid_to: string | null;
};

const texts = {
  "mail.gift_card.subject": "{from} sent you a gift card for {seller}",
  "mail.gift_card.subject_unnamed": "A gift card for {seller}",
  "mail.gift_card.title": "{to}, this is for you.",
  "mail.gift_card.title_unnamed": "This is for you.",
  "mail.gift_card.intro": "A gift card of {amount} for {seller}. Give its number when you pay.",
  "mail.gift_card.card": "Gift card",
  "mail.gift_card.value": "Value",
  "mail.gift_card.until": "It can be used until {day}.",
  "mail.gift_card.visit": "Choose something",
} as const;

/** The mail to whoever was given a gift card. It names nothing of the order but its giver. */
export const giftCardEmail = (seller: Seller, origin: string, card: GiftCardEmailData): EmailMessage => {
  const [to, from] = [singleLine(card.to, 100), singleLine(card.from, 100)];
  const amount = moneyFormatter(seller, card.currency)(card.amount);
  const translate = sellerText(seller, texts, { seller: seller.name, to, from, amount });
  const message = plainText(card.message);
  return emailLayout(seller, origin, {
    subject: translate(from === "" ? "mail.gift_card.subject_unnamed" : "mail.gift_card.subject"),
    title: translate(to === "" ? "mail.gift_card.title_unnamed" : "mail.gift_card.title"),
    intro: translate("mail.gift_card.intro"),
    parts: [
      ...(message === "" ? [] : [{ kind: "words" as const, text: message }]),
      {
        kind: "item",
        name: translate("mail.gift_card.card"),
        // With a line to itself it is not broken on a phone.
        facts: [card.number],
        rows: [{ label: translate("mail.gift_card.value"), value: amount }],
      },
      ...(card.valid_to === null
        ? []
        : [
            {
              kind: "words" as const,
              quiet: true,
              text: translate("mail.gift_card.until", { day: lastDay(card.valid_to, seller) }),
            },
          ]),
      { kind: "action", link: { label: translate("mail.gift_card.visit"), path: `/${seller.slug}` } },
    ],
  });
};

/** The last day on which it still pays, at the seller's. */
const lastDay = (valid_to: string, { timezone, locale }: Seller): string =>
  Temporal.Instant.from(valid_to)
    .subtract({ milliseconds: 1 })
    .toZonedDateTimeISO(timezone)
    .toLocaleString(locale, { day: "numeric", month: "long", year: "numeric" });
