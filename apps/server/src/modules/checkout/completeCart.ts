import type { Seller } from "@foyer/contract/seller.ts";
import type { Database } from "../../db/connect.ts";
import { crash, pause } from "../../db/faults.ts";
import type { Outcome } from "../../db/groupCommit.ts";
import type { Wire } from "../../db/statement.ts";
import { isOutage } from "../../http/errors.ts";
import type { Standing } from "../../outside/payments/payments.ts";
import { reopenTill, type AtTill } from "./atTill.ts";
import type { PaymentRow, Shop } from "./checkout.sql.ts";
import { completeAlone } from "./completeAlone.ts";
import { bookAll, isPlain, verdictOn, type Booked, type Completed, type Paid } from "./completion.ts";
import { endLease, leaseUntilSettled } from "./lease.sql.ts";
import { queueConfirmations } from "./queueConfirmation.ts";
import { purchasersOf } from "./purchasers.sql.ts";
import { standedBy, versionOf, type Standed } from "./standings.ts";
import { forgetTill } from "./tillMemory.ts";
import { lockTill, ordersAtTill, paymentsAtTill, type LockedCart } from "./till.sql.ts";
import { writeAudits, writePayments, writeTransitions } from "./tillWrites.sql.ts";
import { together, type Later } from "./together.ts";

type Told = { readonly id: string; readonly cart_id: string };
type Job = {
  readonly shop: Shop;
  readonly cart_id: string;
  /** What a provider said of a payment of this cart. */
  readonly told?: { readonly payment_id: string; readonly standing: Standing };
  /** The cart becomes an order, if all of its money is there then. */
  readonly completes: boolean;
};
/** What was written down, with the cart as it was locked and its payments as they are now. */
type Recorded = {
  readonly payment: PaymentRow;
  readonly cart: LockedCart | undefined;
  readonly payments: readonly PaymentRow[];
};
type Written = Omit<Recorded, "payment"> & {
  readonly payment: PaymentRow | undefined;
  readonly completed: Completed | undefined;
};

/**
 * The single place where a cart becomes an order, and where it is written down how payments stand with their providers:
 * tickets booked, money given to the order, mail in the outbox, all in one transaction under the cart's lock, and for all
 * carts of that moment together.
 */
const books = together<Job, Written>(
  async (wire, seller, jobs, { db, commitBehind }) => {
    const all = jobs.map(({ cart_id }) => cart_id);
    const completing = jobs.filter(({ completes }) => completes).map(({ cart_id }) => cart_id);
    const { till, carts, payments, orders, buyers } = await readBooks({ wire, db, seller }, { all, completing });
    if (completing.length > 0) await pause("after_order_check");

    const standed: Standed[] = [];
    const paid: Paid[] = [];
    const bookedOf = new Map<string, Booked>();
    const outcomes = jobs.map((job): Outcome<Later<Written>> => {
      const { shop, cart_id, told, completes } = job;
      let own: readonly PaymentRow[] = payments.get(cart_id) ?? [];
      let payment: PaymentRow | undefined;
      if (told) {
        payment = own.find(({ id }) => id === told.payment_id);
        if (!payment) return { refused: new Error(`payment ${told.payment_id} is gone`) };
        const next = standedBy(payment, told.standing);
        standed.push(next);
        payment = next.payment;
        own = own.map((one) => (one.id === told.payment_id ? next.payment : one));
      }
      const cart = carts.get(cart_id);
      const written = (completed: Completed | undefined): Written => ({ payment, cart, payments: own, completed });
      const order = orders.get(cart_id);
      if (!completes || !cart) return { answer: () => written(undefined) };
      if (order) return { answer: () => written({ outcome: "completed", order_id: order.id }) };
      const read = till.get(cart_id);
      if (!read) return { answer: () => written(undefined) };
      const at: AtTill = { ...read, payments: own };
      const verdict = verdictOn(at);
      if (verdict.is === "open") return { answer: () => written(undefined) };
      if (verdict.is === "kept") return { answer: () => written({ outcome: "partial" }) };
      if (verdict.is === "part" || !isPlain(at, verdict))
        return { answer: async () => written(await completeAlone(shop, cart_id)) };
      const buyer = buyers.get(cart_id);
      if (!buyer) return { refused: new Error("Whoever buys is not there.") };
      paid.push({ at, held: verdict.held, buyer });
      return {
        answer: () => {
          const booked = bookedOf.get(cart_id);
          if (!booked) throw new Error("A cart that was paid for has no order.");
          return written({ outcome: "completed", order_id: booked.order.id, booked });
        },
      };
    });

    const write = writeStandings(wire, seller, standed, new Set(paid.map(({ at }) => at.cart.id)));
    if (paid.length === 0) {
      await commitBehind(write);
      return outcomes;
    }
    const [booked] = await Promise.all([bookAll(wire, seller, paid), write]);
    for (const one of booked) bookedOf.set(one.at.cart.id, one);
    const [first] = jobs;
    const { outside } = (first as Job).shop;
    await commitBehind(queueConfirmations(wire, { seller, outside }, booked), () => crash("inside_order_transaction"));
    crash("after_order_commit");
    for (const { at } of paid) forgetTill(db, at.cart.id);
    return outcomes;
  },
  ({ cart_id }) => [cart_id],
  "books",
);

/** Of all carts their lock and their payments, of those that may become orders the rest too, in one way there and back. */
const readBooks = async (
  { wire, db, seller }: { readonly wire: Wire; readonly db: Database; readonly seller: Seller },
  { all, completing }: { readonly all: readonly string[]; readonly completing: readonly string[] },
) => {
  const others = all.filter((id) => !completing.includes(id));
  const may = completing.length > 0;
  // All locks first, and what they guard behind them.
  const [carts, till, payments, orders, buyers] = await Promise.all([
    others.length > 0 ? lockTill(wire, seller.id, all) : [],
    may ? reopenTill({ wire, db, seller }, completing) : new Map<string, AtTill>(),
    others.length > 0 ? paymentsAtTill(wire, seller.id, others) : [],
    may ? ordersAtTill(wire, seller.id, completing) : [],
    may ? purchasersOf(wire, seller.id, completing) : [],
  ]);
  const both = [...payments, ...[...till.values()].flatMap((at) => at.payments)];
  return {
    till,
    carts: new Map([...carts, ...[...till.values()].map(({ cart }) => cart)].map((cart) => [cart.id, cart])),
    payments: Map.groupBy(both, ({ cart_id }) => cart_id),
    orders: new Map(orders.map((order) => [order.cart_id, order])),
    buyers: new Map(buyers.map((buyer) => [buyer.cart_id, buyer])),
  };
};

/** `booked`: carts whose lease ends with them. */
const writeStandings = async (
  wire: Wire,
  seller: Seller,
  standed: readonly Standed[],
  booked: ReadonlySet<string>,
): Promise<void> => {
  const leased = (lease: Standed["lease"]) =>
    standed
      .filter((one) => one.lease === lease && !booked.has(one.payment.cart_id))
      .map(({ payment }) => versionOf(payment));
  await Promise.all([
    writePayments(
      wire,
      seller.id,
      standed.flatMap(({ moves }) => moves),
    ),
    writeTransitions(
      wire,
      seller.id,
      standed.flatMap(({ transitions }) => transitions),
    ),
    writeAudits(
      wire,
      seller.id,
      standed.flatMap(({ isTaken, payment: { id, amount, currency, provider_ref } }) =>
        isTaken
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
export const recordStanding = async (shop: Shop, { id, cart_id }: Told, standing: Standing): Promise<Recorded> => {
  const told = { payment_id: id, standing };
  const written = await books.with({ shop, cart_id, told, completes: false });
  return recordedIn(written, id);
};

/**
 * The same for the last part of what is to be taken: if all money is there then, the cart becomes an order in the same
 * transaction. What a provider said is written down in any case.
 */
export const recordAndComplete = async (
  shop: Shop,
  { id, cart_id }: Told,
  standing: Standing,
): Promise<Recorded & Pick<Written, "completed">> => {
  const told = { payment_id: id, standing };
  try {
    const written = await books.with({ shop, cart_id, told, completes: true });
    return { ...recordedIn(written, id), completed: written.completed };
  } catch (error) {
    forgetTill(shop.db, cart_id);
    // No order could be made of it, which is no reason to forget that money was taken.
    if (!isOutage(error)) await recordStanding(shop, { id, cart_id }, standing);
    throw error;
  }
};

const recordedIn = ({ payment, cart, payments }: Written, id: string): Recorded => {
  if (!payment) throw new Error(`payment ${id} is gone`);
  return { payment, cart, payments };
};

/** Makes the order of a cart whose money is all there. Said again, it finds what is there; undefined when it is not all taken yet. */
export const completeCart = async (shop: Shop, cart_id: string): Promise<Completed | undefined> => {
  try {
    return (await books.with({ shop, cart_id, completes: true })).completed;
  } catch (error) {
    forgetTill(shop.db, cart_id);
    throw error;
  }
};
