import type { Seller } from "@foyer/contract/seller.ts";
import { lastDayOf } from "@foyer/rules/membershipTerm.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { cardWords } from "./membership.strings.ts";

/** A card as a letter shows it. */
export type LetterCard = {
  readonly id: string;
  readonly member_number: string;
  /** 'Second adult': by what somebody stands on it. */
  readonly type_name: string;
  readonly holder_name: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
};
export type Cards = {
  readonly level_name: string;
  readonly timezone: string;
  readonly physical_card: boolean;
  readonly renewed: boolean;
  readonly own: LetterCard;
  /** Of those on it who have no address of their own. */
  readonly others: readonly LetterCard[];
};

/** The mail that a card comes with: its code to be shown, who it is for and how long, and all cards on paper. */
export const cardLetter = (seller: Seller, origin: string, { own, others, renewed, ...level }: Cards): Letter => {
  const first_name = oneLine(own.holder_name ?? "").split(" ")[0] ?? "";
  const say = letterWords(seller, cardWords, {
    seller: seller.name,
    level: level.level_name,
    first_name,
    number: own.member_number,
  });
  const unnamed = first_name === "" ? "_unnamed" : "";
  return letterFrame(seller, origin, {
    subject: say(renewed ? "mail.membership.subject_renewed" : "mail.membership.subject"),
    title: say(`mail.membership.greeting${renewed ? "_renewed" : ""}${unnamed}` as keyof typeof cardWords),
    intro: say(renewed ? "mail.membership.intro_renewed" : "mail.membership.intro"),
    parts: [
      { kind: "code", cid: "card", alt: say("mail.membership.qr_alt"), caption: say("mail.membership.number") },
      {
        kind: "item",
        name: oneLine(level.level_name),
        // Lines of their own: a name and two dates beside a label are wider than a phone.
        facts: [
          ...(own.holder_name === null ? [] : [oneLine(own.holder_name)]),
          say("mail.membership.valid", { term: cardTerm(seller, { ...own, timezone: level.timezone }) }),
        ],
        rows: [],
      },
      ...(others.length > 0
        ? [
            {
              kind: "rows" as const,
              heading: say("mail.membership.others"),
              rows: others.map((card) => ({
                label: oneLine(card.holder_name ?? card.type_name),
                value: card.member_number,
                detail: card.holder_name === null ? undefined : oneLine(card.type_name),
              })),
            },
          ]
        : []),
      ...(level.physical_card ? [{ kind: "words" as const, text: say("mail.membership.physical"), quiet: true }] : []),
      {
        kind: "action",
        link: { label: say("mail.membership.visit"), path: `/${seller.slug}` },
        more: [{ label: say("mail.membership.account"), path: `/${seller.slug}/my/membership` }],
      },
    ],
    enclosed: [
      { make: "card", cid: "card", membership_id: own.id },
      { make: "cards", membership_ids: [own, ...others].map(({ id }) => id) },
    ],
  });
};

/** From its first day to its last: 'November 21, 2026 – November 20, 2027'. */
export const cardTerm = (
  seller: Seller,
  { valid_from, valid_to, timezone }: Pick<LetterCard, "valid_from" | "valid_to"> & { readonly timezone: string },
): string => {
  const say = letterWords(seller, cardWords, {});
  const day = (date: Temporal.PlainDate) =>
    date.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const from = day(Temporal.Instant.from(valid_from).toZonedDateTimeISO(timezone).toPlainDate());
  const last = lastDayOf({ valid_to }, timezone);
  return last === null
    ? say("mail.membership.from", { from })
    : say("mail.membership.from_until", { from, until: day(Temporal.PlainDate.from(last)) });
};
