import type { changeLevel, quoteLevelChange } from "@foyer/contract/office/members/changeLevel.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { splitName } from "@foyer/rules/forms/attendees.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { crash } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { recordVenueRefund } from "../../../modules/aftersale/venue/refundForVenue.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import type { RefundRow } from "../../../modules/checkout/refund/refundPayment.ts";
import { trySendRefund } from "../../../modules/checkout/refund/trySendRefund.ts";
import type { OrderRow } from "../../../modules/orders/readOrders.ts";
import { closingWhereRefused, nameRecipient } from "../../comps/makeComp.ts";
import { entityOf } from "../../desk/deskOrders.ts";
import { requireRefundLimit } from "../../desk/refundLimits.ts";
import { memberEntity } from "../../members/memberTransaction.ts";
import { bookCounterSale } from "../bookCounterSale.ts";
import { needsTill, type CounterTenders } from "../counterTenders.ts";
import { countingGuesses } from "../countingGuesses.ts";
import { holdForSale } from "../holdForSale.ts";
import { memberContext } from "../members/counterMember.ts";
import { sellToMember } from "../members/sellToMember.ts";
import { requireOpenTill } from "../tills/requireTill.ts";
import { lockLevelChange, priceHeldLevel, requireShown } from "./bookLevelChange.ts";
import {
  personName,
  planLevelChange,
  quoteLevels,
  readChangeable,
  type ChangeableMembership,
  type LevelPlan,
} from "./planLevelChange.ts";

type Sent = StaffReceived<typeof changeLevel>;
type Reply = StaffReply<typeof changeLevel>;

export const quoteLevel = (
  ctx: StaffContext,
  { membership_id }: StaffReceived<typeof quoteLevelChange>,
): Promise<StaffReply<typeof quoteLevelChange>> => quoteLevels(ctx, membership_id);

/**
 * Changes the level of a membership: holds the places of the new level as its holder would, then charges or refunds the
 * difference and creates the order, in one transaction. If it is refused, nothing stays held, charged or changed.
 */
export const changeLevelAtCounter = (ctx: StaffContext, sent: Sent): Promise<Reply> => {
  const sale = { id: sent.change_id, field: "change_id", action: "member.level_changed" } as const;
  return sellToMember(ctx, { sale, sent }, (paid) => holdAndBook(ctx, sent, paid));
};

const holdAndBook = async (ctx: StaffContext, sent: Sent, paid: CounterTenders): Promise<Reply> => {
  const of = await readChangeable(ctx, sent.membership_id);
  const plan = await planLevelChange(ctx, of, sent.level);
  requireShown(ctx, plan, sent.expected);
  const holder = memberContext(ctx, of.holder.identity_id);
  const cart_id = await holdForSale(holder, plan.request);
  const { reply, refunds } = await closingWhereRefused(holder, cart_id, () =>
    countingGuesses(holder, paid, () => bookChange(ctx, holder, { cart_id, sent, paid, of })),
  );
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return reply;
};

type Booking = {
  readonly cart_id: string;
  readonly sent: Sent;
  readonly paid: CounterTenders;
  readonly of: ChangeableMembership;
};
type Booked = { readonly reply: Reply; readonly refunds: readonly RefundRow[] };

const bookChange = (
  staff: StaffContext,
  holder: RequestContext,
  { cart_id, sent, paid, of: seen }: Booking,
): Promise<Booked> =>
  changing(staff, async (ctx) => {
    const { membership_id, version, level, change_id, reason, expected: shown } = sent;
    // Locked first, so that sales of one till are serialised and none comes after its count.
    const till = needsTill(paid) ? await requireOpenTill(ctx) : undefined;
    const change = await lockLevelChange(ctx, { cart_id, membership_id, version, level, of: seen, shown });
    await priceHeldLevel(ctx, cart_id, change);
    await nameRecipient(ctx, cart_id, purchaserOf(change.of));
    const { reply, sold, order_number } = await bookCounterSale(ctx, holder, {
      id: change_id,
      cart_id,
      paid,
      means: sent.means,
      till,
    });
    const refunds = await giveBack(ctx, change.of.order, change.plan, reason);
    await audit(ctx, {
      action: "member.level_changed",
      entity: memberEntity(membership_id),
      before: { level: change.of.holder.level },
      after: {
        level: change.plan.name,
        ...sold,
        ...(change.plan.back > 0 && { refund: shown.back }),
        order_number,
        people: change.of.party.length,
      },
      reason,
    });
    return { reply, refunds };
  });

/** The holder's name, and the address of their account, which is their login. */
export const purchaserOf = ({ holder }: ChangeableMembership) => {
  const name = splitName(personName(holder));
  return {
    first_name: name?.first ?? holder.first_name ?? "",
    last_name: name?.last ?? holder.last_name ?? "",
    email: holder.email,
  };
};

/**
 * Refunds the membership's order to its means, within the caller's refund limits. Later refunds count the audit log entry
 * of that order.
 */
const giveBack = async (
  ctx: StaffContext,
  order: OrderRow,
  { back }: LevelPlan,
  reason: string,
): Promise<readonly RefundRow[]> => {
  if (back === 0) return [];
  if (!ctx.staff.can("order.refund")) throw new Refused({ code: "access_denied", context: "staff" });
  const refund = toDecimal(back, order.currency);
  await requireRefundLimit(ctx, order.order_number, refund);
  const { refunds } = await recordVenueRefund(ctx, order, { now: ctx.now, amount: back });
  await audit(ctx, { action: "order.refunded", entity: entityOf(order), after: { refund }, reason });
  return refunds;
};
