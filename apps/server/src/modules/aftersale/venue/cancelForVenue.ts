import type { CancellationQuote } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { isDonation } from "@foyer/rules/catalog/handlers.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { crash } from "../../../db/faultPoints.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { JudgedFor } from "../../cart/change/judgeOrderTickets.ts";
import type { VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import { trySendRefund } from "../../checkout/refund/trySendRefund.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import {
  planCancellation,
  presentQuote,
  type CancellationRequest,
  type PlannedCancellation,
} from "../cancel/planCancellation.ts";
import { recordCancellation } from "../cancel/recordCancellation.ts";
import { readOrderForChange } from "../readOrderForChange.ts";
import { noGiftCards } from "../../giftcards/noGiftCards.ts";

export type VenueCancellation = {
  readonly now: Temporal.Instant;
  /** The tickets to cancel. Undefined means all valid ones except donations, which are only refunded if they are named. */
  readonly ticket_ids?: readonly string[] | undefined;
  readonly refund_to: RefundPreference;
  readonly waivesFee: boolean;
  /** Refunds nothing. */
  readonly keepsAll?: boolean;
  /** Also cancels used tickets, if they are named. */
  readonly includesUsed?: boolean;
  /** Add-ons that lose their admission stay as independent tickets. */
  readonly keepsAddOns?: boolean;
};

/** A quote for a cancellation, with the add-ons that stay by choice. */
export type VenueCancellationQuote = CancellationQuote & { readonly staying: readonly string[] };

const presentForVenue = (
  ctx: Pick<CheckoutContext, "seller">,
  order: OrderRow,
  planned: PlannedCancellation,
): VenueCancellationQuote => ({
  ...presentQuote(ctx, order, planned),
  staying: planned.onTheirOwn.map(({ id }) => id),
});

/** Quotes the venue's cancellation as of now, without changing anything. */
export const quoteForVenue = async (
  ctx: CheckoutContext,
  order: OrderRow,
  wanted: VenueCancellation,
): Promise<VenueCancellationQuote> =>
  presentForVenue(ctx, order, await planCancellation(ctx, order, await venueRequestOf(ctx, order, wanted)));

/** Cancels in a transaction that is rolled back, to show the e-mail that would be sent. */
export const previewCancellation = async (
  ctx: CheckoutContext,
  order: OrderRow,
  wanted: VenueCancellation,
): Promise<void> => {
  const request = await venueRequestOf(ctx, order, wanted);
  const note = { reason: "Preview", made_by: "Preview" };
  await rolledBack(ctx, (tx) => recordCancellation(tx, order, { ...request, note }));
};

export type ConfirmedVenueCancellation = VenueCancellation & {
  readonly note: VenueNote;
  /** The amounts shown before. If absent, any amounts are accepted. */
  readonly expected?: Pick<CancellationQuote, "refund" | "gift_card"> | undefined;
  /** The transaction that cancels, together with the caller's own writes. */
  readonly within?: Within;
};

/**
 * Cancels tickets of any kind for the venue, regardless of the deadlines and rules that its policy sets for buyers, and
 * ends what they stand for: passes, memberships, unspent gift cards. The policy's fees apply unless they are waived.
 */
export const cancelForVenue = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { note, within = transact, expected, ...wanted }: ConfirmedVenueCancellation,
): Promise<VenueCancellationQuote> => {
  const request = await venueRequestOf(ctx, order, wanted);
  const { planned, refunds } = await within(ctx, (ctx) =>
    recordCancellation(ctx, order, { ...request, note, expected }),
  );
  ctx.log.info({ event: "cancelled_by_venue", order_id: order.id }, "the venue cancelled tickets");
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return presentForVenue(ctx, order, planned);
};

/** The venue's cancellation of tickets as it is recorded. */
export const venueRequestOf = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { now, refund_to, waivesFee, keepsAll = false, includesUsed = false, keepsAddOns, ...wanted }: VenueCancellation,
): Promise<CancellationRequest & { readonly by: JudgedFor }> => {
  const by: JudgedFor = { actor: "venue", now, waivesFee, keepsAll, includesUsed };
  if (refund_to === "gift_card" && ctx.seller.configuration.ledger_id === undefined) throw noGiftCards();
  const ids = wanted.ticket_ids ?? (await ticketsWithoutDonations(ctx, order, by));
  if (ids.length === 0) throw new Refused({ code: "ticket_state_incorrect", context: "order" });
  return { by, refund_to, keepsAddOns, tickets: ids.map((ticket_id) => ({ ticket_id })) };
};

const ticketsWithoutDonations = async (
  ctx: CheckoutContext,
  order: OrderRow,
  by: JudgedFor,
): Promise<readonly string[]> =>
  (await readOrderForChange(ctx, order, by)).tickets
    .filter((ticket) => ticket.state === "booked" && !isDonation(ticket))
    .map(({ id }) => id);
