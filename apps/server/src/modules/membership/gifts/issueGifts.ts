import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { newId } from "../../../db/newId.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { giftEmail, giftConfirmationEmail } from "./giftEmails.ts";
import { hasGift, insertGift } from "../issue/issueMemberships.sql.ts";
import type { MembershipContext } from "../issue/issueMemberships.ts";
import { newGiftCode } from "../issue/memberNumbers.ts";
import type { OrderParties, SoldMembership } from "../issue/soldMemberships.sql.ts";

/** Two years are enough for a present to be found again at the bottom of a drawer. */
const giftValidYears = 2;

/**
 * A present is a code of its level, good once. Whom it is for is written to; the giver hears that they were. Where nobody
 * was named the giver gets the code, to give it by hand.
 */
export const issueGifts = async (
  ctx: MembershipContext,
  order_id: string,
  gifts: readonly SoldMembership[],
  parties: OrderParties,
): Promise<void> => {
  for (const [ticket] of Map.groupBy(gifts, ({ ticket_group_id }) => ticket_group_id).values())
    if (ticket) await issueLevelGift(ctx, order_id, ticket, parties);
};

const issueLevelGift = async (
  ctx: MembershipContext,
  order_id: string,
  level: SoldMembership,
  parties: OrderParties,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const { ticket_group_id, gift_code_group_id, level_name } = level;
  if (gift_code_group_id === null) throw new Error(`The level ${level_name} was given, and has no codes.`);
  const ends = Temporal.Instant.from(level.now).toZonedDateTimeISO(seller.timezone).add({ years: giftValidYears });
  const valid_to = ends.toInstant().toString();
  const id = newId();
  const code = await insertWithNewCode(async (code) =>
    (await hasGift(db, seller.id, { order_id, ticket_group_id }))
      ? "given"
      : insertGift(db, seller.id, {
          id,
          ticket_order_id: order_id,
          ticket_group_id,
          code_id: newId(),
          code_group_id: gift_code_group_id,
          code,
          folded: normalizeCode(code),
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
    await queueEmail(ctx, {
      kind: "membership_gift",
      ref_id: id,
      to_address: giftee.email,
      email: giftEmail(seller, providers.origin, gift),
    });
  // Where nobody else has the code its giver needs it, whatever they said of letters.
  if (email && (parties.wants_mail || !giftee?.email))
    await queueEmail(ctx, {
      kind: "membership_given",
      ref_id: id,
      to_address: email,
      email: giftee?.email
        ? giftConfirmationEmail(seller, providers.origin, { ...gift, email: giftee.email })
        : giftEmail(seller, providers.origin, { ...gift, to: gift.from, from: "" }),
    });
};

/** Two codes with the same letters are one chance in a thousand million million; then it is others. */
const insertWithNewCode = async (insert: (code: string) => Promise<string | undefined>): Promise<string> => {
  for (;;) {
    const inserted = await insert(newGiftCode());
    if (inserted !== undefined) return inserted;
  }
};

const nameOf = (person: { first_name: string | null; last_name: string | null } | null): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");
