import type { CounterMember, readCounterMember } from "@foyer/contract/office/money/counter.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { unusableCard, unusableCardTexts } from "@foyer/rules/sale/memberCard.ts";
import { normalizeMemberNumber } from "@foyer/rules/values/normalizeNames.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { membershipNotFound } from "../../../modules/membership/cards/updateCardHolder.ts";
import { holderContext } from "../../../modules/renewals/charge/holderContext.ts";
import { findCardById, findCardByNumber, type CounterMemberRow } from "./counterMember.sql.ts";

/** A valid card, with the account to which purchases with it belong. */
export type GoodCard = CounterMemberRow & { readonly identity_id: string };

const requireGoodCard = ({ now }: StaffContext, card: CounterMemberRow | undefined): GoodCard => {
  if (!card) throw membershipNotFound();
  const why = unusableCard(card, now);
  const { identity_id } = card;
  if (why !== undefined || identity_id === null)
    throw new Refused({
      code: "member_required",
      context: "membership",
      description: unusableCardTexts[why ?? "no_account"],
      extra: { reason: why },
    });
  return { ...card, identity_id };
};

/** The card of a buyer at the counter. Refuses a card that gives no benefits or does not exist. */
export const requireCardOfBuyer = async (ctx: StaffContext, membership_id: string): Promise<GoodCard> =>
  requireGoodCard(ctx, await findCardById(ctx.db, ctx.seller.id, membership_id));

export const readMemberAtCounter = async (
  ctx: StaffContext,
  { number }: StaffReceived<typeof readCounterMember>,
): Promise<CounterMember> => {
  const card = requireGoodCard(ctx, await findCardByNumber(ctx.db, ctx.seller.id, normalizeMemberNumber(number)));
  const { id, level, type, member_number, holder_name, first_name, last_name, email, timezone } = card;
  return {
    membership_id: id,
    name: holder_name ?? ([first_name, last_name].filter(Boolean).join(" ") || type),
    level,
    member_number,
    last_day: lastValidDay(card, timezone),
    first_name: first_name ?? "",
    last_name: last_name ?? "",
    email,
  };
};

/** The context in which staff hold tickets for a member: as the member would, with the clock of this request. */
export const memberContext = (ctx: StaffContext, identity_id: string): RequestContext => {
  const { clientAddress, isBehindUnnamedProxy, now } = ctx;
  return {
    ...holderContext(ctx, { identity_id, holder_id: identity_id }),
    clientAddress,
    isBehindUnnamedProxy,
    now,
  };
};
