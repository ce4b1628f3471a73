import type { Seller } from "@foyer/contract/shop/seller.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { giftStrings } from "../membership.strings.ts";

export type GiftedMembership = {
  readonly level_name: string;
  readonly code: string;
  readonly physical_card: boolean;
  /** The last day on which it can be redeemed. */
  readonly last_day: Temporal.PlainDate;
  /** Names of the recipient and of the giver; empty if unknown. */
  readonly to: string;
  readonly from: string;
};

/** The e-mail to the recipient of a gift. It mentions only the giver from the order. */
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
    about: "gift",
    parts: [
      // On its own line, so that a phone does not wrap it.
      { kind: "item", name: t("mail.membership_gift.code"), facts: [gift.code], rows: [] },
      { kind: "text", quiet: true, text: t("mail.membership_gift.until") },
      ...(gift.physical_card ? [{ kind: "text" as const, quiet: true, text: t("mail.membership_gift.physical") }] : []),
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

/** The e-mail to the giver. It leaves out the code, which belongs to the recipient. */
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
