import type { Seller } from "@foyer/contract/shop/seller.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { cardStrings } from "../membership.strings.ts";

/** A card as a letter shows it. */
export type EmailCard = {
  readonly id: string;
  readonly member_number: string;
  /** 'Second adult': by what somebody stands on it. */
  readonly type_name: string;
  readonly holder_name: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
};
export type CardEmailContent = {
  readonly level_name: string;
  readonly timezone: string;
  readonly physical_card: boolean;
  readonly renewed: boolean;
  readonly own: EmailCard;
  /** Of those on it who have no address of their own. */
  readonly others: readonly EmailCard[];
};

/** The mail that a card comes with: its code to be shown, who it is for and how long, and all cards on paper. */
export const cardEmail = (
  seller: Seller,
  origin: string,
  { own, others, renewed, ...level }: CardEmailContent,
): EmailMessage => {
  const first_name = singleLine(own.holder_name ?? "").split(" ")[0] ?? "";
  const t = sellerText(seller, cardStrings, {
    seller: seller.name,
    level: level.level_name,
    first_name,
    number: own.member_number,
  });
  const unnamed = first_name === "" ? "_unnamed" : "";
  return emailLayout(seller, origin, {
    subject: t(renewed ? "mail.membership.subject_renewed" : "mail.membership.subject"),
    title: t(`mail.membership.greeting${renewed ? "_renewed" : ""}${unnamed}` as keyof typeof cardStrings),
    intro: t(renewed ? "mail.membership.intro_renewed" : "mail.membership.intro"),
    parts: [
      { kind: "code", cid: "card", alt: t("mail.membership.qr_alt"), caption: t("mail.membership.number") },
      {
        kind: "item",
        name: singleLine(level.level_name),
        // Lines of their own: a name and two dates beside a label are wider than a phone.
        facts: [
          ...(own.holder_name === null ? [] : [singleLine(own.holder_name)]),
          t("mail.membership.valid", { term: formatCardTerm(seller, { ...own, timezone: level.timezone }) }),
        ],
        rows: [],
      },
      ...(others.length > 0
        ? [
            {
              kind: "rows" as const,
              heading: t("mail.membership.others"),
              rows: others.map((card) => ({
                label: singleLine(card.holder_name ?? card.type_name),
                value: card.member_number,
                detail: card.holder_name === null ? undefined : singleLine(card.type_name),
              })),
            },
          ]
        : []),
      ...(level.physical_card ? [{ kind: "words" as const, text: t("mail.membership.physical"), quiet: true }] : []),
      {
        kind: "action",
        link: { label: t("mail.membership.visit"), path: `/${seller.slug}` },
        more: [{ label: t("mail.membership.account"), path: `/${seller.slug}/my/membership` }],
      },
    ],
    attachments: [
      { make: "card", cid: "card", membership_id: own.id },
      { make: "cards", membership_ids: [own, ...others].map(({ id }) => id) },
    ],
  });
};

/** From its first day to its last: 'November 21, 2026 – November 20, 2027'. */
export const formatCardTerm = (
  seller: Seller,
  { valid_from, valid_to, timezone }: Pick<EmailCard, "valid_from" | "valid_to"> & { readonly timezone: string },
): string => {
  const t = sellerText(seller, cardStrings, {});
  const day = (date: Temporal.PlainDate) =>
    date.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const from = day(Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone).toPlainDate());
  const last = lastValidDay({ valid_to }, timezone);
  return last === null
    ? t("mail.membership.from", { from })
    : t("mail.membership.from_until", { from, until: day(Temporal.PlainDate.from(last)) });
};
