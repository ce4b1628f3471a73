import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import type { Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { writeJournal } from "../../../providers/journal/writeJournal.sql.ts";
import { purchases } from "../../../signals/signals.ts";
import type { TicketOrderRow } from "../../cart/read/readTicketOrder.ts";
import { checkoutBatch, type DeferredAnswer } from "../batch/checkoutBatch.ts";
import { evictCheckout } from "../batch/checkoutSnapshotCache.ts";
import { updatePayments, writeAudits, writeTransitions } from "../batch/checkoutWrites.sql.ts";
import { lockCachedCheckout } from "../batch/lockCheckout.ts";
import {
  lockCheckoutCarts,
  readCheckoutOrders,
  readCheckoutPayments,
  type LockedCheckoutCart,
} from "../batch/lockCheckout.sql.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import type { CheckoutContext } from "../context.ts";
import { holdFreeConfirmations } from "../emails/holdFreeConfirmations.ts";
import { queueConfirmationEmails } from "../emails/queueConfirmationEmail.ts";
import { queueNotChargedEmails } from "../emails/queueRefundEmail.ts";
import {
  applyProviderStatus,
  cartVersionOf,
  isReleasedAuthorization,
  isUnpaidDebit,
  type PaymentChange,
} from "../payment/applyProviderStatus.ts";
import { endLease, leaseUntilSettled } from "../payment/lease.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { readPurchasers, type CartPurchaser } from "../purchaser/purchasers.sql.ts";
import { journalEntries } from "./journalEntries.ts";
import { completeCartAlone } from "./completeCartAlone.ts";
import {
  canBatch,
  changedOrderId,
  draftOrders,
  insertOrderDrafts,
  decideCompletion,
  type BookedOrder,
  type CompletedCart,
  type PaidCart,
} from "./createOrders.ts";

type Job = {
  readonly ctx: CheckoutContext;
  readonly cart_id: string;
  /** A provider's answer about one of the cart's payments. */
  readonly reported?: { readonly payment_id: string; readonly providerStatus: ProviderStatus };
  /** Makes the order if the cart is fully paid. */
  readonly completesCart: boolean;
};

/** The cart as it was locked, with its payments as they are now. */
export type CompletionResult = {
  /** The payment that the provider's answer is about. */
  readonly payment: PaymentRow | undefined;
  readonly cart: LockedCheckoutCart | undefined;
  readonly payments: readonly PaymentRow[];
  readonly completed: CompletedCart | undefined;
};

/**
 * The only place where a provider's status is recorded and where a cart becomes an order: in one transaction under the
 * locks, for all carts that arrive together, tickets are booked, payments assigned and e-mails queued.
 */
export const completionBatch = checkoutBatch<Job, CompletionResult>(
  async (pipeline, seller, jobs, { db, commitWith }) => {
    const state = await readForCompletion({ pipeline, db, seller }, jobs);
    if (jobs.some(({ completesCart }) => completesCart)) await pause("after_order_check");
    const plan: CompletionPlan = { changes: [], paid: [], booked: new Map() };
    const outcomes = jobs.map((job) => planJob(job, state, plan));

    const [first] = jobs;
    const paid = first ? await holdFreeConfirmations(pipeline, first.ctx, plan.paid) : [];
    const drafts = draftOrders(seller, paid);
    const orderIds = new Map(drafts.map(({ order }) => [order.cart_id, order.id]));
    const unpaid = plan.changes.filter(isUnpaidDebit).map(({ payment }) => payment.id);
    if (first && unpaid.length > 0)
      await queueNotChargedEmails(
        pipeline,
        { seller, providers: first.ctx.providers },
        { kind: "unpaid", payment_ids: unpaid },
      );
    // Orders are inserted first, because captured payments refer to them.
    const written = Promise.all([
      insertOrderDrafts(pipeline, seller, drafts),
      writePaymentChanges(pipeline, seller, plan.changes, orderIds),
      writeJournal(pipeline, seller.id, journalEntries(drafts, plan.changes, orderIds)),
    ]);
    const released = plan.changes.filter(isReleasedAuthorization).map(({ payment }) => payment.id);
    if (first && released.length > 0) {
      // Only once its lease has ended is it known whether a cart is lost.
      await written;
      await queueNotChargedEmails(
        pipeline,
        { seller, providers: first.ctx.providers },
        { kind: "voided", payment_ids: released },
      );
    }
    if (!first || plan.paid.length === 0) {
      await commitWith(written);
      return outcomes;
    }
    const [booked] = await written;
    for (const order of booked) plan.booked.set(order.checkout.cart.id, order);
    await commitWith(queueConfirmationEmails(pipeline, { seller, providers: first.ctx.providers }, booked), () =>
      crash("inside_order_transaction"),
    );
    crash("after_order_commit");
    purchases.emit({ orders: booked.length });
    for (const cart_id of orderIds.keys()) evictCheckout(db, cart_id);
    return outcomes;
  },
  ({ cart_id }) => [cart_id],
  "record_and_complete",
);

/** The rows that were read for the batch's carts, each map by cart. */
type CompletionState = {
  readonly carts: ReadonlyMap<string, LockedCheckoutCart>;
  readonly payments: ReadonlyMap<string, readonly PaymentRow[]>;
  /** Like the orders and purchasers, only read for carts that are to be completed. */
  readonly checkouts: ReadonlyMap<string, LockedCheckout>;
  readonly orders: ReadonlyMap<string, TicketOrderRow>;
  readonly purchasers: ReadonlyMap<string, CartPurchaser>;
};

/** The rows that the batch is going to write. */
type CompletionPlan = {
  readonly changes: PaymentChange[];
  readonly paid: PaidCart[];
  /** Filled once the orders are made. */
  readonly booked: Map<string, BookedOrder>;
};

const planJob = (
  job: Job,
  state: CompletionState,
  plan: CompletionPlan,
): BatchOutcome<DeferredAnswer<CompletionResult>> => {
  const { cart_id, reported } = job;
  let payments = state.payments.get(cart_id) ?? [];
  let payment: PaymentRow | undefined;
  if (reported) {
    const known = payments.find(({ id }) => id === reported.payment_id);
    if (!known) return { refused: new Error(`Payment ${reported.payment_id} does not exist`) };
    const change = applyProviderStatus(known, reported.providerStatus);
    plan.changes.push(change);
    payment = change.payment;
    payments = payments.map((one) => (one.id === reported.payment_id ? change.payment : one));
  }
  const cart = state.carts.get(cart_id);
  return planCompletion(job, state, plan, {
    payments,
    resultWith: (completed) => ({ payment, cart, payments, completed }),
  });
};

const planCompletion = (
  { ctx, cart_id, completesCart, reported }: Job,
  { checkouts, orders, purchasers }: CompletionState,
  plan: CompletionPlan,
  {
    payments,
    resultWith,
  }: {
    readonly payments: readonly PaymentRow[];
    readonly resultWith: (completed: CompletedCart | undefined) => CompletionResult;
  },
): BatchOutcome<DeferredAnswer<CompletionResult>> => {
  const locked = checkouts.get(cart_id);
  if (!completesCart || !locked) return { answer: () => resultWith(undefined) };
  const order = orders.get(cart_id);
  const order_id = order?.id ?? changedOrderId(locked);
  if (order_id !== undefined) return { answer: () => resultWith({ outcome: "completed", order_id }) };
  const checkout: LockedCheckout = { ...locked, payments };
  const decision = decideCompletion(checkout);
  if (decision.kind === "open") return { answer: () => resultWith(undefined) };
  if (decision.kind === "awaits_instalment") return { answer: () => resultWith({ outcome: "partial" }) };
  if (decision.kind === "instalment" || !canBatch(checkout, decision))
    return { answer: async () => resultWith(await completeCartAlone(ctx, cart_id)) };
  const purchaser = purchasers.get(cart_id);
  if (!purchaser) return { refused: new Error(`The purchaser of cart ${cart_id} does not exist`) };
  const captured = plan.changes.find(({ payment, isCaptured }) => isCaptured && payment.id === reported?.payment_id);
  plan.paid.push({ checkout, held: decision.held, purchaser, capturedPayment: captured?.payment.id });
  return {
    answer: () => {
      const booked = plan.booked.get(cart_id);
      if (!booked) throw new Error(`The paid cart ${cart_id} has no order`);
      return resultWith({ outcome: "completed", order_id: booked.order.id, booked });
    },
  };
};

type CompletionReader = { readonly pipeline: Pipeline; readonly db: Database; readonly seller: Seller };

/** Locks all carts of the batch, then reads what those locks protect, in one round trip. */
const readForCompletion = async (
  { pipeline, db, seller }: CompletionReader,
  jobs: readonly Job[],
): Promise<CompletionState> => {
  const all = jobs.map(({ cart_id }) => cart_id);
  const completing = jobs.filter(({ completesCart }) => completesCart).map(({ cart_id }) => cart_id);
  const others = all.filter((id) => !completing.includes(id));
  const isCompleting = completing.length > 0;
  const reads = {
    carts: others.length > 0 ? lockCheckoutCarts(pipeline, seller.id, all) : Promise.resolve([]),
    checkouts: isCompleting
      ? lockCachedCheckout({ pipeline, db, seller }, completing)
      : Promise.resolve(new Map<string, LockedCheckout>()),
    payments: others.length > 0 ? readCheckoutPayments(pipeline, seller.id, others) : Promise.resolve([]),
    orders: isCompleting ? readCheckoutOrders(pipeline, seller.id, completing) : Promise.resolve([]),
    purchasers: isCompleting ? readPurchasers(pipeline, seller.id, completing) : Promise.resolve([]),
  };
  await Promise.all(Object.values(reads));
  const checkouts = await reads.checkouts;
  const carts = [...(await reads.carts), ...[...checkouts.values()].map(({ cart }) => cart)];
  const payments = [...(await reads.payments), ...[...checkouts.values()].flatMap((checkout) => checkout.payments)];
  return {
    checkouts,
    carts: new Map(carts.map((cart) => [cart.id, cart])),
    payments: Map.groupBy(payments, ({ cart_id }) => cart_id),
    orders: new Map((await reads.orders).map((order) => [order.cart_id, order])),
    purchasers: new Map((await reads.purchasers).map((purchaser) => [purchaser.cart_id, purchaser])),
  };
};

/**
 * `orderIds`: the orders that carts become in this transaction, by cart. They are stored with the payments, and the
 * carts' leases end.
 */
const writePaymentChanges = async (
  pipeline: Pipeline,
  seller: Seller,
  changes: readonly PaymentChange[],
  orderIds: ReadonlyMap<string, string>,
): Promise<void> => {
  const versionsWith = (lease: PaymentChange["lease"]) =>
    changes
      .filter((change) => change.lease === lease && !orderIds.has(change.payment.cart_id))
      .map(({ payment }) => cartVersionOf(payment));
  const captures = changes.filter(({ isCaptured }) => isCaptured);
  await Promise.all([
    updatePayments(
      pipeline,
      seller.id,
      changes.flatMap(({ moves, isCaptured, payment }) =>
        isCaptured ? moves.map((move) => ({ ...move, ticket_order_id: orderIds.get(payment.cart_id) })) : moves,
      ),
    ),
    writeTransitions(
      pipeline,
      seller.id,
      changes.flatMap(({ transitions }) => transitions),
    ),
    writeAudits(
      pipeline,
      seller.id,
      captures.map(({ payment: { id, amount, currency, provider_ref } }) => ({
        payment_id: id,
        audit_action: "capture",
        amount,
        currency,
        provider_ref: provider_ref ?? "",
      })),
    ),
    leaseUntilSettled(pipeline, seller.id, versionsWith("until_settled")),
    endLease(pipeline, seller.id, versionsWith("ended")),
  ]);
};
