import { foldCode } from "@foyer/rules/codes.ts";
import { newId } from "../../db/newId.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { giftLetter, givenLetter } from "./giftLetters.ts";
import { hasGift, insertGift } from "./issue.sql.ts";
import type { Shop } from "./issueMemberships.ts";
import { newGiftCode } from "./numbers.ts";
import type { Parties, SoldMembership } from "./sold.sql.ts";

/** Two years are enough for a present to be found again at the bottom of a drawer. */
const validYears = 2;

/**
 * A present is a code of its level, good once. Whom it is for is written to; the giver hears that they were. Where nobody
 * was named the giver gets the code, to give it by hand.
 */
export const giveGifts = async (
  shop: Shop,
  order_id: string,
  given: readonly SoldMembership[],
  parties: Parties,
): Promise<void> => {
  for (const [ticket] of Map.groupBy(given, ({ ticket_group_id }) => ticket_group_id).values())
    if (ticket) await giveLevel(shop, order_id, ticket, parties);
};

const giveLevel = async (shop: Shop, order_id: string, level: SoldMembership, parties: Parties): Promise<void> => {
  const { db, seller, outside } = shop;
  const { ticket_group_id, gift_code_group_id, level_name } = level;
  if (gift_code_group_id === null) throw new Error(`The level ${level_name} was given, and has no codes.`);
  const ends = Temporal.Instant.from(level.now).toZonedDateTimeISO(seller.timezone).add({ years: validYears });
  const valid_to = ends.toInstant().toString();
  const id = newId();
  const code = await newCode(async (code) =>
    (await hasGift(db, seller.id, { order_id, ticket_group_id }))
      ? "given"
      : insertGift(db, seller.id, {
          id,
          ticket_order_id: order_id,
          ticket_group_id,
          code_id: newId(),
          code_group_id: gift_code_group_id,
          code,
          folded: foldCode(code),
          valid_to,
          giftee_identity_id: parties.giftee?.id ?? null,
        }),
  );
  if (code === "given") return;

  const gift = {
    level_name,
    code,
    physical_card: level.physical_card,
    last_day: ends.subtract({ nanoseconds: 1 }).toPlainDate(),
    to: nameOf(parties.giftee),
    from: nameOf(parties),
  };
  const { giftee, email } = parties;
  if (giftee?.email)
    await queueLetter(shop, {
      kind: "membership_gift",
      ref_id: id,
      to_address: giftee.email,
      letter: giftLetter(seller, outside.origin, gift),
    });
  // Where nobody else has the code its giver needs it, whatever they said of letters.
  if (email && (parties.wants_mail || !giftee?.email))
    await queueLetter(shop, {
      kind: "membership_given",
      ref_id: id,
      to_address: email,
      letter: giftee?.email
        ? givenLetter(seller, outside.origin, { ...gift, email: giftee.email })
        : giftLetter(seller, outside.origin, { ...gift, to: gift.from, from: "" }),
    });
};

/** Two codes with the same letters are one chance in a thousand million million; then it is others. */
const newCode = async (keep: (code: string) => Promise<string | undefined>): Promise<string> => {
  for (;;) {
    const kept = await keep(newGiftCode());
    if (kept !== undefined) return kept;
  }
};

const nameOf = (person: { first_name: string | null; last_name: string | null } | null): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");
