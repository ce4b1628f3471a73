import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import type { BatchOutcome } from "../../../db/batchExecutor.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { isOutage } from "../../../errors/isOutage.ts";
import type { ProviderStatus } from "../../../providers/payments/paymentGateway.ts";
import { lockCachedCheckout, type LockedCheckout } from "../batch/lockCheckout.ts";
import type { PaymentRow, CheckoutContext } from "../checkout.sql.ts";
import { completeCartAlone } from "./completeCartAlone.ts";
import {
  createOrders,
  canBatch,
  decideCompletion,
  type BookedOrder,
  type CompletedCart,
  type PaidCart,
} from "./createOrders.ts";
import { endLease, leaseUntilSettled } from "../payment/lease.sql.ts";
import { queueConfirmationEmails } from "../emails/queueConfirmationEmail.ts";
import { purchasersOf } from "../purchaser/purchasers.sql.ts";
import { applyProviderStatus, cartVersionOf, type PaymentChange } from "../payment/applyProviderStatus.ts";
import { evictCheckout } from "../batch/checkoutSnapshotCache.ts";
import { lockCheckoutCarts, checkoutOrders, checkoutPayments, type LockedCart } from "../batch/lockCheckout.sql.ts";
import { writeAudits, updatePayments, writeTransitions } from "../batch/checkoutWrites.sql.ts";
import { checkoutBatch, type DeferredAnswer } from "../batch/checkoutBatch.ts";

type PaymentRef = { readonly id: string; readonly cart_id: string };
type Job = {
  readonly shop: CheckoutContext;
  readonly cart_id: string;
  /** What a provider said of a payment of this cart. */
  readonly reported?: { readonly payment_id: string; readonly standing: ProviderStatus };
  /** The cart becomes an order, if all of its money is there then. */
  readonly completesCart: boolean;
};
/** What was written down, with the cart as it was locked and its payments as they are now. */
type RecordedStatus = {
  readonly payment: PaymentRow;
  readonly cart: LockedCart | undefined;
  readonly payments: readonly PaymentRow[];
};
type CompletionResult = Omit<RecordedStatus, "payment"> & {
  readonly payment: PaymentRow | undefined;
  readonly completed: CompletedCart | undefined;
};

/**
 * The single place where a cart becomes an order, and where it is written down how payments stand with their providers:
 * tickets booked, money given to the order, mail in the outbox, all in one transaction under the cart's lock, and for all
 * carts of that moment together.
 */
const completionBatch = checkoutBatch<Job, CompletionResult>(
  async (wire, seller, jobs, { db, commitWith }) => {
    const all = jobs.map(({ cart_id }) => cart_id);
    const completing = jobs.filter(({ completesCart }) => completesCart).map(({ cart_id }) => cart_id);
    const {
      till: checkouts,
      carts,
      payments,
      orders,
      buyers: purchasers,
    } = await readForCompletion({ wire, db, seller }, { all, completing });
    if (completing.length > 0) await pause("after_order_check");

    const changes: PaymentChange[] = [];
    const paid: PaidCart[] = [];
    const bookedOf = new Map<string, BookedOrder>();
    const outcomes = jobs.map((job): BatchOutcome<DeferredAnswer<CompletionResult>> => {
      const { shop: ctx, cart_id, reported, completesCart } = job;
      let ownPayments: readonly PaymentRow[] = payments.get(cart_id) ?? [];
      let payment: PaymentRow | undefined;
      if (reported) {
        payment = ownPayments.find(({ id }) => id === reported.payment_id);
        if (!payment) return { refused: new Error(`payment ${reported.payment_id} is gone`) };
        const next = applyProviderStatus(payment, reported.standing);
        changes.push(next);
        payment = next.payment;
        ownPayments = ownPayments.map((one) => (one.id === reported.payment_id ? next.payment : one));
      }
      const cart = carts.get(cart_id);
      const written = (completed: CompletedCart | undefined): CompletionResult => ({
        payment,
        cart,
        payments: ownPayments,
        completed,
      });
      const order = orders.get(cart_id);
      if (!completesCart || !cart) return { answer: () => written(undefined) };
      if (order) return { answer: () => written({ outcome: "completed", order_id: order.id }) };
      const read = checkouts.get(cart_id);
      if (!read) return { answer: () => written(undefined) };
      const checkout: LockedCheckout = { ...read, payments: ownPayments };
      const decision = decideCompletion(checkout);
      if (decision.is === "open") return { answer: () => written(undefined) };
      if (decision.is === "kept") return { answer: () => written({ outcome: "partial" }) };
      if (decision.is === "part" || !canBatch(checkout, decision))
        return { answer: async () => written(await completeCartAlone(ctx, cart_id)) };
      const purchaser = purchasers.get(cart_id);
      if (!purchaser) return { refused: new Error("Whoever buys is not there.") };
      paid.push({ at: checkout, held: decision.held, buyer: purchaser });
      return {
        answer: () => {
          const booked = bookedOf.get(cart_id);
          if (!booked) throw new Error("A cart that was paid for has no order.");
          return written({ outcome: "completed", order_id: booked.order.id, booked });
        },
      };
    });

    const write = writePaymentChanges(wire, seller, changes, new Set(paid.map(({ at: checkout }) => checkout.cart.id)));
    if (paid.length === 0) {
      await commitWith(write);
      return outcomes;
    }
    const [booked] = await Promise.all([createOrders(wire, seller, paid), write]);
    for (const one of booked) bookedOf.set(one.at.cart.id, one);
    const [first] = jobs;
    const { providers } = (first as Job).shop;
    await commitWith(queueConfirmationEmails(wire, { seller, providers }, booked), () =>
      crash("inside_order_transaction"),
    );
    crash("after_order_commit");
    for (const { at: checkout } of paid) evictCheckout(db, checkout.cart.id);
    return outcomes;
  },
  ({ cart_id }) => [cart_id],
  "record_and_complete",
);

/** Of all carts their lock and their payments, of those that may become orders the rest too, in one way there and back. */
const readForCompletion = async (
  { wire, db, seller }: { readonly wire: Pipeline; readonly db: Database; readonly seller: Seller },
  { all, completing }: { readonly all: readonly string[]; readonly completing: readonly string[] },
) => {
  const others = all.filter((id) => !completing.includes(id));
  const hasCompleting = completing.length > 0;
  // All locks first, and what they guard behind them.
  const [carts, checkouts, payments, orders, purchasers] = await Promise.all([
    others.length > 0 ? lockCheckoutCarts(wire, seller.id, all) : [],
    hasCompleting ? lockCachedCheckout({ wire, db, seller }, completing) : new Map<string, LockedCheckout>(),
    others.length > 0 ? checkoutPayments(wire, seller.id, others) : [],
    hasCompleting ? checkoutOrders(wire, seller.id, completing) : [],
    hasCompleting ? purchasersOf(wire, seller.id, completing) : [],
  ]);
  const allPayments = [...payments, ...[...checkouts.values()].flatMap((at) => at.payments)];
  return {
    till: checkouts,
    carts: new Map([...carts, ...[...checkouts.values()].map(({ cart }) => cart)].map((cart) => [cart.id, cart])),
    payments: Map.groupBy(allPayments, ({ cart_id }) => cart_id),
    orders: new Map(orders.map((order) => [order.cart_id, order])),
    buyers: new Map(purchasers.map((buyer) => [buyer.cart_id, buyer])),
  };
};

/** `booked`: carts whose lease ends with them. */
const writePaymentChanges = async (
  wire: Pipeline,
  seller: Seller,
  changes: readonly PaymentChange[],
  booked: ReadonlySet<string>,
): Promise<void> => {
  const leased = (lease: PaymentChange["lease"]) =>
    changes
      .filter((one) => one.lease === lease && !booked.has(one.payment.cart_id))
      .map(({ payment }) => cartVersionOf(payment));
  await Promise.all([
    updatePayments(
      wire,
      seller.id,
      changes.flatMap(({ moves }) => moves),
    ),
    writeTransitions(
      wire,
      seller.id,
      changes.flatMap(({ transitions }) => transitions),
    ),
    writeAudits(
      wire,
      seller.id,
      changes.flatMap(({ isCaptured, payment: { id, amount, currency, provider_ref } }) =>
        isCaptured
          ? [{ payment_id: id, audit_action: "capture", amount, currency, provider_ref: provider_ref ?? "" }]
          : [],
      ),
    ),
    leaseUntilSettled(wire, seller.id, leased("kept")),
    endLease(wire, seller.id, leased("ended")),
  ]);
};

/**
 * Writes down how a payment stands with its provider. The request, the return from the bank and the settling job all end
 * here.
 */
export const recordProviderStatus = async (
  ctx: CheckoutContext,
  { id, cart_id }: PaymentRef,
  providerStatus: ProviderStatus,
): Promise<RecordedStatus> => {
  const reported = { payment_id: id, standing: providerStatus };
  const written = await completionBatch.run({ shop: ctx, cart_id, reported, completesCart: false });
  return requirePayment(written, id);
};

/**
 * The same for the last part of what is to be taken: if all money is there then, the cart becomes an order in the same
 * transaction. What a provider said is written down in any case.
 */
export const recordAndComplete = async (
  ctx: CheckoutContext,
  { id, cart_id }: PaymentRef,
  providerStatus: ProviderStatus,
): Promise<RecordedStatus & Pick<CompletionResult, "completed">> => {
  const reported = { payment_id: id, standing: providerStatus };
  try {
    const written = await completionBatch.run({ shop: ctx, cart_id, reported, completesCart: true });
    return { ...requirePayment(written, id), completed: written.completed };
  } catch (error) {
    evictCheckout(ctx.db, cart_id);
    // No order could be made of it, which is no reason to forget that money was taken.
    if (!isOutage(error)) await recordProviderStatus(ctx, { id, cart_id }, providerStatus);
    throw error;
  }
};

const requirePayment = ({ payment, cart, payments }: CompletionResult, id: string): RecordedStatus => {
  if (!payment) throw new Error(`payment ${id} is gone`);
  return { payment, cart, payments };
};

/** Makes the order of a cart whose money is all there. Said again, it finds what is there; undefined when it is not all taken yet. */
export const completeCart = async (ctx: CheckoutContext, cart_id: string): Promise<CompletedCart | undefined> => {
  try {
    return (await completionBatch.run({ shop: ctx, cart_id, completesCart: true })).completed;
  } catch (error) {
    evictCheckout(ctx.db, cart_id);
    throw error;
  }
};
