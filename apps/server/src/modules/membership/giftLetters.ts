import type { Seller } from "@foyer/contract/seller.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { giftWords } from "./membership.strings.ts";

export type GivenMembership = {
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
export const giftLetter = (seller: Seller, origin: string, gift: GivenMembership): Letter => {
  const [to, from] = [oneLine(gift.to, 100), oneLine(gift.from, 100)];
  const say = letterWords(seller, giftWords, {
    seller: seller.name,
    level: gift.level_name,
    to,
    from,
    day: gift.last_day.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" }),
  });
  return letterFrame(seller, origin, {
    subject: say(from === "" ? "mail.membership_gift.subject_unnamed" : "mail.membership_gift.subject"),
    title: say(to === "" ? "mail.membership_gift.title_unnamed" : "mail.membership_gift.title"),
    intro: say("mail.membership_gift.intro"),
    parts: [
      // With a line to itself it is not broken on a phone.
      { kind: "item", name: say("mail.membership_gift.code"), facts: [gift.code], rows: [] },
      { kind: "words", quiet: true, text: say("mail.membership_gift.until") },
      ...(gift.physical_card
        ? [{ kind: "words" as const, quiet: true, text: say("mail.membership_gift.physical") }]
        : []),
      {
        kind: "action",
        link: {
          label: say("mail.membership_gift.redeem"),
          path: `/${seller.slug}/membership/redeem?gift_code=${encodeURIComponent(gift.code)}`,
        },
      },
    ],
  });
};

/** The mail to the giver. The code is no part of it: it is somebody else's now. */
export const givenLetter = (
  seller: Seller,
  origin: string,
  { to, from, email, level_name }: GivenMembership & { readonly email: string },
): Letter => {
  const first_name = oneLine(from.split(" ")[0] ?? "");
  const say = letterWords(seller, giftWords, {
    seller: seller.name,
    level: level_name,
    first_name,
    email,
    to: oneLine(to, 100) || email,
  });
  return letterFrame(seller, origin, {
    subject: say("mail.membership_given.subject"),
    title: say(first_name === "" ? "mail.membership_given.title_unnamed" : "mail.membership_given.title"),
    intro: say("mail.membership_given.intro"),
    parts: [{ kind: "action", link: { label: say("mail.membership_given.visit"), path: `/${seller.slug}` } }],
  });
};
