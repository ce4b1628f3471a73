import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { freedVouchers } from "@foyer/rules/aftersale/freedVouchers.ts";
import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import { reshapePlan } from "@foyer/rules/checkout/plan/reshapePlan.ts";
import { splitRefund } from "@foyer/rules/aftersale/quoteChange.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { crash } from "../../../../db/faultPoints.ts";
import { rolledBack } from "../../../../db/rolledBack.ts";
import { transact, type Within } from "../../../../db/transact.ts";
import { Refused } from "../../../../errors/refused.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { purchases } from "../../../../signals/signals.ts";
import type { CartChangeRequest } from "../../../cart/hold/cartChange.ts";
import type { HoldBatchState } from "../../../cart/hold/holdBatchState.ts";
import { loadBatch } from "../../../cart/hold/loadBatch.ts";
import { defaultChannel } from "../../../cart/hold/reserveTickets.ts";
import { writeBatch } from "../../../cart/hold/holdBatch.ts";
import type { CartTicket } from "../../../cart/read/readCartTickets.ts";
import { priceOf } from "../../../checkout/batch/heldTickets.ts";
import type { VenueNote } from "../../../checkout/change/recordOrderChange.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../../checkout/context.ts";
import { completeInTransaction } from "../../../checkout/order/completeCartAlone.ts";
import { lockPlan } from "../../../checkout/plan/lockPlan.ts";
import { queuePlanChangedEmail } from "../../../checkout/plan/queuePlanChangedEmail.ts";
import { recordChangedPlan, scheduleOfPlan } from "../../../checkout/plan/recordChangedPlan.ts";
import type { RefundRow } from "../../../checkout/refund/refundPayment.ts";
import { trySendRefund } from "../../../checkout/refund/trySendRefund.ts";
import { buyerContext } from "../buyerContext.ts";
import type { BoughtCart } from "../boughtCart.ts";
import { requestMove, type RequestedMove, type VenueMove } from "../requestMove.ts";

/** A change of part of a cart that is paid in instalments: tickets are given up, or moved to another session. */
export type PlanChange =
  | { readonly kind: "cancel"; readonly now: Temporal.Instant; readonly ticket_ids: readonly string[] }
  | ({ readonly kind: "move" } & Omit<VenueMove, "waivesFee" | "refund_to">);

/** The amounts and instalments of a plan after a change. Amounts in minor units. */
export type ChangedPlan = {
  /** The removed tickets, including those that leave with them. */
  readonly removed: readonly string[];
  /** The cart's price before and after. */
  readonly before: number;
  readonly price: number;
  readonly paid: number;
  /** The refund of what was paid beyond the new price. */
  readonly refund: number;
  /** City-pass vouchers that no ticket of the cart uses any more, as they were entered. */
  readonly freedVouchers: readonly string[];
  /** The new schedule, including paid instalments. */
  readonly instalments: readonly Installment[];
  /** Nothing remains to be paid, so the change makes the order. */
  readonly isPaid: boolean;
};

/** Quotes the venue's change of a plan as of now, without changing anything. */
export const quotePlanChange = async (
  ctx: CheckoutJobContext,
  cart: BoughtCart,
  change: PlanChange,
): Promise<ChangedPlan> => {
  const requested = await requestOf(ctx, cart, change);
  return transact(ctx, async (ctx) => (await decide(ctx, cart.cart_id, requested)).changed);
};

/** Changes the plan in a transaction that is rolled back, for the e-mails that this would send. */
export const previewPlanChange = async (
  ctx: CheckoutJobContext,
  cart: BoughtCart,
  change: PlanChange,
): Promise<ChangedPlan> => {
  const requested = await requestOf(ctx, cart, change);
  const note = { reason: "Preview", made_by: "Preview" };
  let changed: ChangedPlan | undefined;
  await rolledBack(ctx, async (tx) => {
    ({ changed } = await recordPlanChange(tx, cart.cart_id, { requested, kind: change.kind, note }));
  });
  if (!changed) throw new Error(`The plan ${cart.cart_id} was not previewed.`);
  return changed;
};

/**
 * Moves or cancels part of a cart that is paid in instalments, for the venue. Changes the held tickets and the schedule
 * in one transaction: payments count for the remaining tickets, open instalments shrink or grow and keep their dates, and
 * payments beyond the new price are refunded without a fee. Prices of tickets that stay do not change. Makes the order if
 * nothing remains to be paid.
 */
export const changePlan = async (
  ctx: CheckoutJobContext,
  cart: BoughtCart,
  { note, within = transact, ...change }: PlanChange & { readonly note: VenueNote; readonly within?: Within },
): Promise<ChangedPlan> => {
  const requested = await requestOf(ctx, cart, change);
  const { changed, refunds, isNew } = await within(ctx, (ctx) =>
    recordPlanChange(ctx, cart.cart_id, { requested, kind: change.kind, note }),
  );
  ctx.log.info({ event: "plan_changed", cart_id: cart.cart_id }, "the venue changed a payment plan");
  if (isNew) purchases.emit({ orders: 1 });
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return changed;
};

const requestOf = async (ctx: CheckoutJobContext, cart: BoughtCart, change: PlanChange): Promise<RequestedMove> => {
  if (change.kind === "move") return requestMove(ctx, cart, { ...change, refund_to: "same_means" });
  const buyer = await buyerContext(ctx, cart, change);
  return {
    buyer,
    requested: {
      ...defaultChannel,
      access: "owner",
      add: [],
      remove: change.ticket_ids,
      extras: { ...noExtras, unattended: true },
    },
  };
};

type DecidedChange = {
  readonly state: HoldBatchState;
  readonly changed: ChangedPlan;
  readonly parts: readonly { readonly payment_id: string; readonly amount: number }[];
};

/** Decides the change under the lock of the cart and of everything that it takes or gives back. */
const decide = async (
  ctx: CheckoutContext,
  cart_id: string,
  { buyer, requested }: RequestedMove,
): Promise<DecidedChange> => {
  const { db, seller } = ctx;
  const { paid, sources } = await lockPlan(ctx, cart_id);
  const inTransaction: RequestContext = { ...buyer, db };
  const { refund_to: _, ...wanted } = requested;
  const request: CartChangeRequest = { ...wanted, ctx: inTransaction, cart_id, changesPlan: true };
  const state = await loadBatch(db, seller, [request]);
  const held = state.ticketsOf(cart_id);
  const decision = state.decide(request);
  if ("refused" in decision) throw decision.refused;
  const tickets = state.ticketsOf(cart_id);
  const price = sumOf(tickets);
  // Nothing that has a price is left, which is the end of the plan and not a change.
  if (price === 0) throw new Refused({ code: "ticket_state_incorrect", context: "order" });
  const { parts: instalments, refund } = reshapePlan(await scheduleOfPlan(ctx, cart_id), {
    paid,
    total: price,
    lastDay: lastDayOf(tickets),
    step: sellerAmountStep(seller),
  });
  const parts = splitRefund(refund, sources);
  // The rest is disputed, so its payer may get it from the bank.
  if (parts.reduce((sum, { amount }) => sum + amount, 0) < refund)
    throw new Refused({ code: "payment_in_progress", context: "cart" });
  const ids = new Set(tickets.map(({ id }) => id));
  const leaving = held.filter(({ id }) => !ids.has(id));
  const changed = {
    removed: leaving.map(({ id }) => id),
    before: sumOf(held),
    price,
    paid,
    refund,
    freedVouchers: freedVouchers(leaving, tickets),
    instalments,
    isPaid: paid >= price,
  };
  return { state, changed, parts };
};

const sumOf = (tickets: readonly CartTicket[]): number => tickets.reduce((sum, ticket) => sum + priceOf(ticket), 0);

const lastDayOf = (tickets: readonly CartTicket[]): string | null =>
  tickets
    .map(({ local_day }) => local_day)
    .reduce((last, day) => (last === null || (day ?? "") > last ? day : last), null);

/** The confirmation of the order that a change makes has its tickets: it is always sent, and only collected in a preview. */
const ofConfirmation = ({ emailOptions }: CheckoutContext): CheckoutContext["emailOptions"] =>
  emailOptions?.collect && { is_sent: true, collect: emailOptions.collect };

type RequestedChange = {
  readonly requested: RequestedMove;
  readonly kind: PlanChange["kind"];
  readonly note: VenueNote;
};

const recordPlanChange = async (
  ctx: CheckoutContext,
  cart_id: string,
  { requested, kind, note }: RequestedChange,
): Promise<{ readonly changed: ChangedPlan; readonly refunds: readonly RefundRow[]; readonly isNew: boolean }> => {
  const { state, changed, parts } = await decide(ctx, cart_id, requested);
  const { removed, price, refund, freedVouchers: freed, instalments } = changed;
  await writeBatch(ctx.db, ctx.seller, state);
  const noted = { cart_id, kind, tickets: removed.length, price, refund, ...note };
  const refunds = await recordChangedPlan(ctx, { ...noted, instalments, parts });
  const { isNew } = await completeInTransaction({ ...ctx, emailOptions: ofConfirmation(ctx) }, cart_id);
  await queuePlanChangedEmail(ctx, cart_id, { kind, refund, freedVouchers: freed, isPaid: isNew });
  return { changed, refunds, isNew };
};
