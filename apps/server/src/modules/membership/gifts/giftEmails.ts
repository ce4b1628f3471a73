import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { giftStrings } from "../membership.strings.ts";

export type GiftedMembership = {
  readonly level_name: string;
  readonly code: string;
  readonly physical_card: boolean;
  /** On which it can still be redeemed. */
  readonly last_day: Temporal.PlainDate;
  /** Whose it is to be and who gives it, as far as they are named. */
  readonly to: string;
  readonly from: string;
};

/** The mail to whoever was given a membership. It names nothing of the order but its giver. */
export const giftEmail = (seller: Seller, origin: string, gift: GiftedMembership): EmailMessage => {
  const [to, from] = [singleLine(gift.to, 100), singleLine(gift.from, 100)];
  const t = sellerText(seller, giftStrings, {
    seller: seller.name,
    level: gift.level_name,
    to,
    from,
    day: gift.last_day.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" }),
  });
  return emailLayout(seller, origin, {
    subject: t(from === "" ? "mail.membership_gift.subject_unnamed" : "mail.membership_gift.subject"),
    title: t(to === "" ? "mail.membership_gift.title_unnamed" : "mail.membership_gift.title"),
    intro: t("mail.membership_gift.intro"),
    parts: [
      // With a line to itself it is not broken on a phone.
      { kind: "item", name: t("mail.membership_gift.code"), facts: [gift.code], rows: [] },
      { kind: "words", quiet: true, text: t("mail.membership_gift.until") },
      ...(gift.physical_card
        ? [{ kind: "words" as const, quiet: true, text: t("mail.membership_gift.physical") }]
        : []),
      {
        kind: "action",
        link: {
          label: t("mail.membership_gift.redeem"),
          path: `/${seller.slug}/membership/redeem?gift_code=${encodeURIComponent(gift.code)}`,
        },
      },
    ],
  });
};

/** The mail to the giver. The code is no part of it: it is somebody else's now. */
export const giftConfirmationEmail = (
  seller: Seller,
  origin: string,
  { to, from, email, level_name }: GiftedMembership & { readonly email: string },
): EmailMessage => {
  const first_name = singleLine(from.split(" ")[0] ?? "");
  const t = sellerText(seller, giftStrings, {
    seller: seller.name,
    level: level_name,
    first_name,
    email,
    to: singleLine(to, 100) || email,
  });
  return emailLayout(seller, origin, {
    subject: t("mail.membership_given.subject"),
    title: t(first_name === "" ? "mail.membership_given.title_unnamed" : "mail.membership_given.title"),
    intro: t("mail.membership_given.intro"),
    parts: [{ kind: "action", link: { label: t("mail.membership_given.visit"), path: `/${seller.slug}` } }],
  });
};
