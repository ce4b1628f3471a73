import {
  giftMembershipPageSize,
  maxGiftYears,
  type cancelGiftMembership,
  type GiftMembership,
  type listGiftMemberships,
  type moveGiftMembershipEnd,
  type resendGiftMembership,
} from "@foyer/contract/office/members/giftMemberships.ts";
import type { MemberEmails, previewGiftEmail } from "@foyer/contract/office/members/memberEmails.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { lastDayBefore } from "@foyer/rules/catalog/purchaseTerm.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing, type AuditRecord } from "../../../modules/audit/audit.ts";
import { staleVersion } from "../../../modules/audit/staleVersion.ts";
import { membershipNotFound } from "../../../modules/membership/cards/updateCardHolder.ts";
import { giftEmail } from "../../../modules/membership/gifts/giftEmails.ts";
import { chosenEmail, withSentence } from "../../../providers/mail/emailOptions.ts";
import { queueEmail, type QueuedEmail } from "../../../providers/mail/queueEmail.ts";
import { requireNotJustSent } from "../../../providers/mail/requireNotJustSent.ts";
import { previewAlone } from "../emails/previewInMember.ts";
import {
  findGiftMembership,
  lockGiftMembership,
  retireGiftCode,
  selectGiftMemberships,
  setGiftEnd,
  type GiftMembershipRow,
} from "./giftMemberships.sql.ts";

/** Sold gift memberships, newest first unless a sort is given. */
export const listGifts = async (
  { db, seller }: StaffContext,
  { q = "", sort, after }: StaffReceived<typeof listGiftMemberships>,
): Promise<StaffReply<typeof listGiftMemberships>> => {
  const rows = await selectGiftMemberships(db, seller.id, {
    q: q === "" ? null : q,
    code: q === "" ? null : normalizeCode(q),
    isAscending: sort === "bought_at",
    after: after ?? null,
    limit: giftMembershipPageSize + 1,
  });
  const gifts = rows.slice(0, giftMembershipPageSize);
  return {
    gifts: gifts.map(presentGift),
    next: rows.length > giftMembershipPageSize ? (gifts.at(-1)?.id ?? null) : null,
  };
};

const presentGift = (row: GiftMembershipRow): GiftMembership => ({
  id: row.id,
  version: row.version,
  level: row.level,
  code: row.code,
  state: row.state,
  last_day: lastDayOf(row),
  bought_at: row.bought_at,
  giver: { name: row.giver_name, email: row.giver_email },
  giftee: row.giftee_id === null ? null : { name: row.giftee_name, email: row.giftee_email },
  order_number: row.order_number,
  redeemed_by: row.redeemed_by,
});

const lastDayOf = ({ valid_to, timezone }: Pick<GiftMembershipRow, "valid_to" | "timezone">): string | null =>
  valid_to === null ? null : lastDayBefore(valid_to, timezone);

type GiftChange<R> = { readonly result: R; readonly record: Omit<AuditRecord, "entity"> };

/** A change of a gift in one transaction. Its code is locked, so that nobody redeems it meanwhile. */
const changingGift = <R>(
  staff: StaffContext,
  { gift_id, version }: { readonly gift_id: string; readonly version?: string },
  work: (ctx: StaffContext, gift: GiftMembershipRow) => Promise<GiftChange<R>>,
): Promise<R> =>
  changing(staff, async (ctx) => {
    const entity = { kind: "gift_membership", id: gift_id } as const;
    const gift = await lockGiftMembership(ctx.db, ctx.seller.id, gift_id);
    if (!gift) throw membershipNotFound();
    if (version !== undefined && gift.version !== version)
      throw await staleVersion(ctx, entity, { context: "membership" });
    const { result, record } = await work(ctx, gift);
    await audit(ctx, { ...record, entity });
    return result;
  });

const requireState = ({ state }: GiftMembershipRow, allowed: readonly GiftMembershipRow["state"][]): void => {
  if (allowed.includes(state)) return;
  throw new Refused({ code: "ticket_state_incorrect", context: "membership", extra: { state } });
};

const invalid = (field: string, description?: string): Refused =>
  new Refused({
    code: "validation_failed",
    context: "membership",
    ...(description !== undefined && { description }),
    extra: { fields: [field] },
  });

const giftKind = "membership_gift";

/** The e-mail with a gift's code, to its giftee or else its giver; undefined if nobody has an address. */
const emailOfGift = ({ seller, providers }: StaffContext, gift: GiftMembershipRow): QueuedEmail | undefined => {
  requireState(gift, ["active"]);
  const hasGiftee = gift.giftee_email !== null;
  const to_address = gift.giftee_email ?? gift.giver_email;
  const last_day = lastDayOf(gift);
  if (to_address === null || last_day === null) return undefined;
  const email = giftEmail(seller, providers.origin, {
    level_name: gift.level,
    code: gift.code,
    physical_card: gift.physical_card,
    last_day: Temporal.PlainDate.from(last_day),
    to: hasGiftee ? gift.giftee_name : gift.giver_name,
    from: hasGiftee ? gift.giver_name : "",
  });
  return { kind: giftKind, ref_id: gift.id, occasion: newId(), to_address, email };
};

export const previewGift = async (
  ctx: StaffContext,
  { gift_id }: StaffReceived<typeof previewGiftEmail>,
): Promise<MemberEmails> => {
  const gift = await findGiftMembership(ctx.db, ctx.seller.id, gift_id);
  if (!gift) throw membershipNotFound();
  const email = emailOfGift(ctx, gift);
  return previewAlone(ctx, giftKind, async (ctx) => email && queueEmail(ctx, email));
};

export const resendGift = (
  ctx: StaffContext,
  { sentence, ...change }: StaffReceived<typeof resendGiftMembership>,
): Promise<StaffReply<typeof resendGiftMembership>> =>
  changingGift(ctx, change, async (ctx, gift) => {
    const email = emailOfGift(ctx, gift);
    if (!email) throw invalid("email");
    await requireNotJustSent(ctx, email, "membership");
    const emailOptions = withSentence(giftKind, sentence);
    await queueEmail({ ...ctx, emailOptions }, email);
    const to = email.to_address;
    const identity_id = (gift.giftee_email === null ? null : gift.giftee_id) ?? gift.giver_id;
    const personal = { identity_id, after: { to } };
    return {
      result: { to },
      record: { action: "member.gift_resent", after: chosenEmail(emailOptions), personal },
    };
  });

/** Also possible for an expired gift, which can then be redeemed again. */
export const moveGiftEnd = (
  ctx: StaffContext,
  { last_day, reason, ...change }: StaffReceived<typeof moveGiftMembershipEnd>,
): Promise<Nothing> =>
  changingGift(ctx, change, async (ctx, gift) => {
    requireState(gift, ["active", "ended"]);
    const before = lastDayOf(gift);
    const today = todayAt(ctx.now, gift.timezone);
    const latest = Temporal.PlainDate.from(today).add({ years: maxGiftYears }).toString();
    if (before === null || last_day <= before || last_day < today || last_day > latest)
      throw invalid("last_day", "Choose a later day than now, not before today and at most ten years ahead.");
    const valid_to = instantOf(addDays(last_day, 1), "00:00", gift.timezone);
    await setGiftEnd(ctx.db, ctx.seller.id, { code_id: gift.code_id, valid_to });
    return {
      result: {},
      record: { action: "member.gift_end_moved", before: { last_day: before }, after: { last_day }, reason },
    };
  });

export const cancelGift = (
  ctx: StaffContext,
  { reason, ...change }: StaffReceived<typeof cancelGiftMembership>,
): Promise<Nothing> =>
  changingGift(ctx, change, async (ctx, gift) => {
    requireState(gift, ["active", "ended"]);
    await retireGiftCode(ctx.db, ctx.seller.id, gift.code_id);
    return {
      result: {},
      record: { action: "member.gift_cancelled", after: { level: gift.level, order: gift.order_number }, reason },
    };
  });
