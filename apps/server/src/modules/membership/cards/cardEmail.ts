import type { Seller } from "@foyer/contract/shop/seller.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { emailLayout, type EmailContent } from "../../../providers/mail/emailLayout.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { cardStrings } from "../membership.strings.ts";

export type EmailCard = {
  readonly id: string;
  readonly member_number: string;
  /** Such as 'Second adult'. */
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
  /** Its level was changed within the term. */
  readonly changed?: boolean;
  readonly own: EmailCard;
  /** Cards of people without an e-mail address. */
  readonly others: readonly EmailCard[];
};

/** The e-mail with a membership card: QR code, holder and term, and all its cards as a PDF to print. */
export const cardEmail = (seller: Seller, origin: string, content: CardEmailContent): EmailMessage => {
  const { own, others, renewed, changed = false, level_name } = content;
  const first_name = singleLine(own.holder_name ?? "").split(" ")[0] ?? "";
  const t = sellerText(seller, cardStrings, {
    seller: seller.name,
    level: level_name,
    first_name,
    number: own.member_number,
  });
  const unnamed = first_name === "" ? "_unnamed" : "";
  const occasion = changed ? "_changed" : renewed ? "_renewed" : "";
  return emailLayout(seller, origin, {
    subject: t(`mail.membership.subject${occasion}`),
    title: t(`mail.membership.greeting${occasion}${unnamed}`),
    intro: t(`mail.membership.intro${occasion}`),
    about: "membership",
    parts: cardParts(seller, t, content),
    attachments: [
      { make: "card", cid: "card", membership_id: own.id },
      { make: "cards", membership_ids: [own, ...others].map(({ id }) => id) },
    ],
  });
};

type CardText = ReturnType<typeof sellerText<keyof typeof cardStrings>>;

const cardParts = (
  seller: Seller,
  t: CardText,
  { own, others, level_name, timezone, physical_card }: CardEmailContent,
): EmailContent["parts"] => [
  { kind: "code", cid: "card", alt: t("mail.membership.qr_alt"), caption: t("mail.membership.number") },
  {
    kind: "item",
    name: singleLine(level_name),
    // Separate lines: a name and two dates beside a label do not fit on a phone.
    facts: [
      ...(own.holder_name === null ? [] : [singleLine(own.holder_name)]),
      t("mail.membership.valid", { term: formatCardTerm(seller, { ...own, timezone }) }),
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
  ...(physical_card ? [{ kind: "text" as const, text: t("mail.membership.physical"), quiet: true }] : []),
  {
    kind: "action",
    link: { label: t("mail.membership.visit"), path: `/${seller.slug}` },
    more: opensAccount(seller.configuration)
      ? [{ label: t("mail.membership.account"), path: `/${seller.slug}/my/membership` }]
      : [],
  },
];

/** From the first day to the last: 'November 21, 2026 – November 20, 2027'. */
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
