import type {
  endMember,
  MemberEndQuote,
  MemberVisit,
  quoteMemberEnd,
} from "@foyer/contract/office/members/memberActions.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { crash, pause } from "../../db/faultPoints.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { presentQuote } from "../../modules/aftersale/cancel/planCancellation.ts";
import { recordCancellation } from "../../modules/aftersale/cancel/recordCancellation.ts";
import {
  previewCancellation,
  quoteForVenue,
  venueRequestOf,
  type VenueCancellation,
} from "../../modules/aftersale/venue/cancelForVenue.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { lockOrders } from "../../modules/checkout/change/lockOrders.ts";
import { lockEndable } from "../../modules/membership/end/endMemberships.ts";
import type { CheckoutContext } from "../../modules/checkout/context.ts";
import type { RefundRow } from "../../modules/checkout/refund/refundPayment.ts";
import { trySendRefund } from "../../modules/checkout/refund/trySendRefund.ts";
import { chosenEmail } from "../../providers/mail/emailOptions.ts";
import { entityOf } from "../desk/deskOrders.ts";
import { requirePolicy } from "../desk/deskPolicy.ts";
import { previewEmailAndNotices } from "../../providers/mail/previewEmail.ts";
import { requireRefundLimit } from "../desk/refundLimits.ts";
import type { MemberVisitRow } from "./changeMember.sql.ts";
import { previewRemovable, requireRemovable } from "./changeParty.ts";
import { planEnd, type Ending, type Part, type PlannedEnd } from "./ending/planEnd.ts";
import { memberEntity, requireCardMember } from "./memberTransaction.ts";

const lockParts = (tx: StaffContext, parts: readonly Part[]): Promise<void> =>
  lockOrders(
    tx,
    parts.map(({ order }) => order),
  );

const cancellationOf = (
  { now }: StaffContext,
  { money, refund_to }: Ending,
  { ticket_ids }: Part,
): VenueCancellation => ({
  now,
  ticket_ids,
  refund_to,
  waivesFee: money === "waive_fee",
  keepsAll: money === "keep_all",
});

type Amounts = Pick<CancellationQuote, "refund" | "gift_card">;

const sumOfQuotes = (quotes: readonly CancellationQuote[], currency: string) => {
  const sum = (pick: (quote: CancellationQuote) => string): string => sumDecimals(quotes.map(pick), currency);
  return {
    value: sum(({ value }) => value),
    fee: sum(({ fee }) => fee),
    refund: sum(({ refund }) => refund),
    gift_card: sum(({ gift_card }) => gift_card),
  };
};

const quoteEach = async (ctx: StaffContext, parts: readonly Part[], ending: Ending): Promise<CancellationQuote[]> => {
  const quotes: CancellationQuote[] = [];
  for (const part of parts) quotes.push(await quoteForVenue(ctx, part.order, cancellationOf(ctx, ending, part)));
  return quotes;
};

/**
 * A term can be cancelled only after the term that it became. So the cancellations are carried out in turn, and rolled
 * back.
 */
const quoteInTurn = async (ctx: StaffContext, parts: readonly Part[], ending: Ending): Promise<CancellationQuote[]> => {
  const quotes: CancellationQuote[] = [];
  const note = { reason: "Preview", made_by: "Preview" };
  await rolledBack(ctx, async (tx) => {
    await lockParts(tx, parts);
    for (const part of parts) {
      const request = await venueRequestOf(tx, part.order, cancellationOf(ctx, ending, part));
      const { planned } = await recordCancellation(tx, part.order, { ...request, note });
      quotes.push(presentQuote(tx, part.order, planned));
    }
  });
  return quotes;
};

/** What ending a membership would do. */
export const quoteEnd = async (
  ctx: StaffContext,
  { membership_id, ...ending }: StaffReceived<typeof quoteMemberEnd>,
): Promise<MemberEndQuote> => {
  await requireCardMember(ctx, membership_id);
  if (ending.whose === "card") await previewRemovable(ctx, membership_id);
  const { people, visits, earlier, parts } = await planEnd(ctx, membership_id, ending);
  const [first] = parts;
  const { order } = first;
  const quotes = earlier.length === 0 ? await quoteEach(ctx, parts, ending) : await quoteInTurn(ctx, parts, ending);
  const emails = await previewEmailAndNotices((emailOptions) =>
    previewCancellation({ ...ctx, emailOptions }, order, cancellationOf(ctx, ending, first)),
  );
  return {
    people: people.map(({ name }) => name),
    order_number: order.order_number,
    earlier_orders: earlier.map((part) => part.order.order_number),
    ...sumOfQuotes(quotes, order.currency),
    refunds: quotes.flatMap(({ refunds }) => refunds.map(({ means, amount }) => ({ means, amount }))),
    currency: order.currency,
    visits: presentVisits(visits),
    ...emails,
  };
};

/** One row per order, event and time. */
const presentVisits = (rows: readonly MemberVisitRow[]): MemberVisit[] =>
  [
    ...Map.groupBy(rows, ({ order_number, event, start_datetime }) =>
      [order_number, event, start_datetime].join(),
    ).values(),
  ].flatMap((tickets) => {
    const [first] = tickets;
    if (!first) return [];
    const { order_number, event, start_datetime, timezone } = first;
    return [{ order_number, event, start_datetime, timezone, tickets: tickets.length }];
  });

/**
 * Ends a membership for all people on it, in one transaction over all affected orders. It uses the same path as any
 * cancellation of tickets, with its limits. All orders are locked first, so that concurrent changes cannot deadlock.
 */
export const endMembership = async (
  ctx: StaffContext,
  { membership_id, version, reason, expected, email, ...ending }: StaffReceived<typeof endMember>,
): Promise<Nothing> => {
  const refunds = await changing({ ...ctx, emailOptions: email }, async (tx) => {
    const planned = await planEnd(tx, membership_id, ending);
    const { people, parts } = planned;
    await lockParts(tx, parts);
    await pause("member_orders_locked");
    await requireCardMember(tx, membership_id, version);
    if (ending.whose === "card") await requireRemovable(tx, membership_id);
    await requireSameTickets(tx, membership_id, ending, planned);
    const recorded: Recorded[] = [];
    for (const part of parts) recorded.push(await cancelPart(tx, part, { ending, reason }));
    const sums = sumOfQuotes(
      recorded.map(({ quote }) => quote),
      parts[0].order.currency,
    );
    requireExpected(sums, expected);
    await audit(tx, {
      action: "member.ended",
      entity: memberEntity(membership_id),
      before: { valid_to: people[0]?.valid_to ?? null },
      after: {
        people: people.length,
        refund: sums.refund,
        ...(sums.gift_card !== "0" && { gift_card: sums.gift_card }),
        ...(ending.money !== "refund" && { money: ending.money }),
        orders_cancelled: parts.length,
        ...chosenEmail(email),
      },
      reason,
    });
    if (ending.whose === "card")
      await audit(tx, { action: "member.card_removed", entity: memberEntity(membership_id), reason });
    return recorded.flatMap((one) => one.refunds);
  });
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return {};
};

const idsOf = ({ parts }: PlannedEnd): string => parts.flatMap(({ ticket_ids }) => ticket_ids).join();

/** Refuses tickets other than those whose orders are locked: one may have been bought with the membership meanwhile. */
const requireSameTickets = async (
  tx: StaffContext,
  membership_id: string,
  ending: Ending,
  planned: PlannedEnd,
): Promise<void> => {
  // From here on nothing more is bought with the memberships.
  await lockEndable(
    tx,
    planned.people.map(({ ticket_id }) => ticket_id),
  );
  if (idsOf(await planEnd(tx, membership_id, ending)) === idsOf(planned)) return;
  throw new Refused({
    code: "stale_version",
    context: "membership",
    description: "Tickets were bought or cancelled with this membership meanwhile. Check what ends again.",
  });
};

type Recorded = { readonly quote: CancellationQuote; readonly refunds: readonly RefundRow[] };

/** Cancels the tickets of one order, within the policy and the caller's refund limits. */
const cancelPart = async (
  tx: StaffContext & Pick<CheckoutContext, "emailOptions">,
  part: Part,
  { ending, reason }: { readonly ending: Ending; readonly reason: string },
): Promise<Recorded> => {
  const { order, ticket_ids } = part;
  await requirePolicy(tx, order, { kind: "cancel", tickets: ticket_ids, money: ending.money });
  const request = await venueRequestOf(tx, order, cancellationOf(tx, ending, part));
  const note = { reason, made_by: tx.staff.name };
  const { planned, refunds } = await recordCancellation(tx, order, { ...request, note });
  const quote = presentQuote(tx, order, planned);
  const back = sumDecimals([quote.refund, quote.gift_card], order.currency);
  if (Number(back) > 0 && !tx.staff.can("order.refund")) throw new Refused({ code: "access_denied", context: "staff" });
  await requireRefundLimit(tx, order.order_number, back);
  await audit(tx, {
    action: "order.cancelled",
    entity: entityOf(order),
    after: { tickets: planned.leaving.length, refund: back, ...(ending.money !== "refund" && { money: ending.money }) },
    reason,
  });
  return { quote, refunds };
};

const requireExpected = ({ refund, gift_card }: Amounts, expected: Amounts): void => {
  if (expected.refund === refund && expected.gift_card === gift_card) return;
  throw new Refused({
    code: "payment_incorrect_amount",
    context: "order",
    description: "The refund has changed. Please review it.",
    extra: { refund, gift_card },
  });
};
