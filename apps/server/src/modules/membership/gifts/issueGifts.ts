import { lastDayBefore, termEnd } from "@foyer/rules/catalog/purchaseTerm.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { newId } from "../../../db/newId.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { giftEmail, giftConfirmationEmail, type GiftedMembership } from "./giftEmails.ts";
import { hasGift, insertGift } from "./gifts.sql.ts";
import type { IssueContext } from "../issue/issueContext.ts";
import { newGiftCode } from "../issue/memberNumbers.ts";
import type { OrderParties, SoldMembership } from "../issue/soldMemberships.sql.ts";
import { withinFreeQuota } from "../issue/withinFreeQuota.ts";

/** Long enough for a gift that is forgotten for a while. */
const giftValidity = "P2Y";

const localDate = ({ now, timezone }: SoldMembership): Temporal.PlainDate =>
  Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate();

/**
 * Issues gifts: a code for each level, which can be redeemed once. The recipient gets it by e-mail and the giver a
 * confirmation. Without a recipient, the giver gets the code to pass on.
 */
export const issueGifts = async (
  ctx: IssueContext,
  order_id: string,
  gifts: readonly SoldMembership[],
  parties: OrderParties,
): Promise<void> => {
  for (const [ticket] of Map.groupBy(gifts, ({ ticket_group_id }) => ticket_group_id).values())
    if (ticket) await issueLevelGift(ctx, order_id, ticket, parties);
};

const issueLevelGift = async (
  ctx: IssueContext,
  order_id: string,
  level: SoldMembership,
  parties: OrderParties,
): Promise<void> => {
  const { db, seller } = ctx;
  const { ticket_group_id, gift_code_group_id, level_name, physical_card } = level;
  if (gift_code_group_id === null)
    throw new Error(`The level ${level_name} was sold as a gift, but has no gift codes.`);
  const valid_to = termEnd(localDate(level), giftValidity, level.timezone);
  const id = newId();
  const code = await insertWithNewCode(async (code) =>
    (await hasGift(db, seller.id, { order_id, ticket_group_id }))
      ? "alreadyIssued"
      : insertGift(db, seller.id, {
          id,
          ticket_order_id: order_id,
          ticket_group_id,
          code_id: newId(),
          code_group_id: gift_code_group_id,
          code,
          normalized: normalizeCode(code),
          valid_to,
          giftee_identity_id: parties.giftee?.id ?? null,
        }),
  );
  if (code === "alreadyIssued") return;
  await queueGiftEmails(ctx, id, parties, {
    level_name,
    code,
    physical_card,
    last_day: Temporal.PlainDate.from(lastDayBefore(valid_to, level.timezone)),
    to: fullName(parties.giftee),
    from: fullName(parties),
  });
};

const queueGiftEmails = async (
  ctx: IssueContext,
  gift_id: string,
  { giftee, email, wants_mail, is_free }: OrderParties,
  gift: GiftedMembership,
): Promise<void> => {
  const { seller, providers } = ctx;
  const addresses = [giftee?.email, email].flatMap((to_address) => (to_address ? [{ to_address }] : []));
  const open = is_free ? await withinFreeQuota(ctx, addresses) : addresses;
  const accepts = (address: string | null | undefined): address is string =>
    open.some(({ to_address }) => to_address === address);
  const toGiftee = accepts(giftee?.email) ? giftee.email : undefined;
  if (toGiftee !== undefined)
    await queueEmail(ctx, {
      kind: "membership_gift",
      ref_id: gift_id,
      to_address: toGiftee,
      email: giftEmail(seller, providers.origin, gift),
    });
  // The giver needs the code if nobody else gets it, even if they declined e-mails.
  if (accepts(email) && (wants_mail || toGiftee === undefined))
    await queueEmail(ctx, {
      kind: "membership_given",
      ref_id: gift_id,
      to_address: email,
      email:
        toGiftee !== undefined
          ? giftConfirmationEmail(seller, providers.origin, { ...gift, email: toGiftee })
          : giftEmail(seller, providers.origin, { ...gift, to: gift.from, from: "" }),
    });
};

/** Tries new codes until one is free. A collision of fifty random bits is all but impossible. */
const insertWithNewCode = async (insert: (code: string) => Promise<string | undefined>): Promise<string> => {
  for (;;) {
    const inserted = await insert(newGiftCode());
    if (inserted !== undefined) return inserted;
  }
};

const fullName = (person: { first_name: string | null; last_name: string | null } | null): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(" ");
