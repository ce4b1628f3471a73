import type { CartReply } from "@foyer/contract/cart.ts";
import type { checkoutAsGuest, CheckoutReply } from "@foyer/contract/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import type { Wire } from "../../db/statement.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { embedRows } from "../cart/embedRows.ts";
import { readCart } from "../cart/readCart.ts";
import { asShown, shownOrder } from "../cart/shownOrder.ts";
import { refuseOverused } from "../codes/refuseOverused.ts";
import { takeNamed } from "../identity/named.ts";
import { countedPayments, heldOf, reopenTill, replyOf, type AtTill } from "./atTill.ts";
import { paymentsOf, type PaymentRow } from "./checkout.sql.ts";
import { completeCart, recordAndComplete } from "./completeCart.ts";
import type { Completed } from "./completion.ts";
import { leaseCarts } from "./lease.sql.ts";
import { bookedRefusal, judgeCart, refuseBlocked, refuseCancelled, type Way } from "./openCart.ts";
import { attemptOf, isEnough, paidBefore } from "./attempt.ts";
import { takeParts } from "./parts.ts";
import { isPurchaser, purchaserOf } from "./purchaser.ts";
import {
  isKept,
  purchasersOf,
  writeMailWishes,
  writePurchasers,
  type Purchaser,
  type PurchaserWrite,
} from "./purchasers.sql.ts";
import { freeRenewalsAtTill, refuseTaken } from "./renewalsAtTill.ts";
import { formsAtTill } from "./till.sql.ts";
import { judged, together, type Later, type Together } from "./together.ts";
import { unlessLate } from "./unlessLate.ts";

type Sent = Received<typeof checkoutAsGuest>;

/**
 * The guest's last step. The cart's tickets are held by the running payment, so money is taken only for what is there;
 * then the order is made, or, of a cart that is paid in parts, the part is kept. Said twice, at once or later, it
 * answers with the same order.
 */
export const checkOut = async (ask: Ask, sent: Sent, way: Way = "own"): Promise<CheckoutReply> => {
  const { due, entitled } = await unlessLate(ask, sent.cart_id, () => preparing.with({ shop: ask, sent, way }));
  const done = await takeAndComplete(ask, sent.cart_id, due);
  const booked = done?.outcome === "completed" ? done.booked : undefined;
  if (booked && entitled)
    return replied(ask, sent, {
      reply: replyOf(ask.seller, booked.at, ask.visitor),
      outcome: "completed",
      order: asShown(ask, booked.order),
    });

  const reply = await readCart(ask, sent.cart_id);
  const payments = await paymentsOf(ask, sent.cart_id);
  if (!done && !payments.some((payment) => payment.state === "processing"))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  const order_id = done?.outcome === "completed" ? done.order_id : undefined;
  if (order_id !== undefined && !entitled) throw await bookedRefusal(ask, sent.cart_id);
  const order = order_id === undefined ? undefined : await shownOrder(ask, order_id);
  return replied(ask, sent, { reply, outcome: done?.outcome ?? "pending", order, entitled });
};

type Said = {
  readonly reply: CartReply;
  readonly outcome: CheckoutReply["outcome"];
  readonly order: CheckoutReply["ticket_order"]["_data"][number] | undefined;
  readonly entitled?: boolean;
};
const replied = async (
  ask: Ask,
  sent: Sent,
  { reply, outcome, order, entitled = true }: Said,
): Promise<CheckoutReply> => ({
  ...(await embedRows(ask, reply, sent, entitled)),
  outcome,
  ticket_order: { _data: order ? [order] : [] },
});

/** Takes what is promised; the order is written down with the last of it. */
const takeAndComplete = async (
  ask: Ask,
  cart_id: string,
  due: readonly PaymentRow[],
): Promise<Completed | undefined> => {
  if (due.length === 0) return completeCart(ask, cart_id);
  let done: Completed | undefined;
  await takeParts(ask, due, async (shop, payment, standing) => {
    const recorded = await recordAndComplete(shop, payment, standing);
    done = recorded.completed;
    return recorded;
  });
  return done;
};

type Prepared = {
  /** What is still to be captured. */
  readonly due: readonly PaymentRow[];
  /** May whoever asks be given the order, and with it the way in? */
  readonly entitled: boolean;
};
type Job = { readonly shop: Ask; readonly sent: Sent; readonly way: Way };

/**
 * Who buys is kept. Whoever came by a link and pays for a cart that has no buyer yet becomes its buyer; the buyer whom
 * its owner has named stays, and gets the order.
 */
const preparing: Together<Job, Prepared> = together(
  async (wire, seller, jobs, { db, commitBehind, letGo }) => {
    const cart_ids = jobs.map(({ sent }) => sent.cart_id);
    const [till, known, forms] = await Promise.all([
      reopenTill({ wire, db, seller }, cart_ids),
      purchasersOf(wire, seller.id, cart_ids),
      formsAtTill(wire, seller.id, cart_ids),
    ]);
    const buyers = new Map(known.map((buyer) => [buyer.cart_id, buyer]));
    const formsOf = Map.groupBy(forms, ({ cart_id }) => cart_id);
    const [writes, wishes, leased, limited] = [
      [] as PurchaserWrite[],
      [] as { identity_id: string; send_email: boolean }[],
      [] as string[],
      [] as string[],
    ];
    const renewing = await freeRenewalsAtTill(wire, seller.id, till);
    const [only, ...others] = jobs;
    const identity =
      only && others.length === 0 ? await identityOf(wire, only, till.get(only.sent.cart_id)) : undefined;
    const outcomes = jobs.map((job) =>
      judged<Later<Prepared>>(() => {
        const { cart_id } = job.sent;
        if (jobs.length > 1 && isNamed(job, till.get(cart_id))) return { answer: () => preparing.alone(job) };
        const metas = (formsOf.get(cart_id) ?? []).map(({ meta }) => meta);
        const judgement = judgeCheckout(job, till.get(cart_id), {
          known: buyers.get(cart_id),
          metas,
          identity: identity ?? job.sent.identity,
        });
        refuseTaken(cart_id, renewing);
        const { write, wish, lease, asksCodes, ...prepared } = judgement;
        if (asksCodes) {
          if (jobs.length > 1) return { answer: () => preparing.alone(job) };
          limited.push(cart_id);
        }
        if (write) writes.push(write);
        if (wish) wishes.push(wish);
        if (lease) leased.push(cart_id);
        return { answer: () => prepared };
      }),
    );
    const written = Promise.all([
      writePurchasers(wire, seller.id, writes),
      writeMailWishes(wire, seller.id, wishes),
      leaseCarts(wire, seller.id, leased),
    ]);
    for (const cart_id of limited) {
      await written;
      await refuseOverused(wire, seller.id, cart_id);
    }
    // Whoever was taken for a cart that is refused stays where they are.
    const isTaken = identity !== undefined && outcomes.every((outcome) => "answer" in outcome);
    if (isTaken || writes.length + wishes.length + leased.length > 0) await commitBehind(written);
    else await letGo();
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "preparing",
);

type Judgement = Prepared & {
  readonly write?: PurchaserWrite | undefined;
  readonly wish?: { readonly identity_id: string; readonly send_email: boolean } | undefined;
  readonly lease?: boolean;
  /** What each buyer may use of a code is asked too. */
  readonly asksCodes?: boolean;
};

/** Is the buyer named by an id that was not saved with this cart? */
const isNamed = ({ shop, sent: { guest_identity_id } }: Job, at: AtTill | undefined): boolean => {
  if (!at || guest_identity_id === undefined || guest_identity_id === at.cart.purchaser_identity_id) return false;
  return !(at.cart.identity_id === shop.visitor?.identity_id && at.cart.state === "completed");
};

/**
 * Who buys, where they are named by an id. Whoever is was saved with this very cart, or named by this very visitor before
 * (T70), or is nobody: an id alone attaches no person to anything. They are taken from where they are kept, so such a
 * buyer is judged without the others.
 */
const identityOf = async (wire: Wire, job: Job, at: AtTill | undefined): Promise<IdentityInput | undefined> => {
  if (!at || !isNamed(job, at)) return undefined;
  const { shop: ask, sent, way } = job;
  const cart = judgeCart(ask, at.cart, way);
  const own = cart.identity_id === ask.visitor?.identity_id;
  const named = own ? await takeNamed(wire, ask, sent.guest_identity_id ?? "") : undefined;
  if (!named) throw new Refused({ code: "not_found", context: "identity" });
  return sent.identity ?? named;
};

const judgeCheckout = (
  { shop: ask, sent, way }: Job,
  at: AtTill | undefined,
  {
    known,
    metas,
    identity,
  }: {
    readonly known: Purchaser | undefined;
    readonly metas: readonly unknown[];
    readonly identity: IdentityInput | undefined;
  },
): Judgement => {
  const cart = judgeCart(ask, at?.cart, way);
  const own = cart.identity_id === ask.visitor?.identity_id;
  if (!at || cart.state === "completed") return { due: [], entitled: own || isPurchaser(known, identity) };

  const mayName = identity && (own || !cart.purchaser_identity_id) ? identity : undefined;
  if (!mayName && !cart.purchaser_identity_id)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });
  const named = mayName && purchaserOf(ask, cart, metas, { ...sent, identity: mayName });
  const entitled = own || named !== undefined || isPurchaser(known, identity);
  const buyer = named?.id ?? cart.purchaser_identity_id;
  const beside = {
    entitled,
    write: named && !isKept(named, known) ? named : undefined,
    wish:
      buyer && entitled && sent.send_email !== undefined
        ? { identity_id: buyer, send_email: sent.send_email }
        : undefined,
  };

  const held = heldOf(at.tickets);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "checkout", extra: { fields: ["cart_id"] } });
  const payments = countedPayments(at.payments);
  // A promise for what the cart held before is nobody's to take; the settling job gives it back.
  const attempt = attemptOf(payments, cart.version);
  // Said again after a part was paid: it is paid.
  if (cart.part_paid && attempt.parts.length === 0) return { ...beside, due: [] };
  const before = paidBefore(payments, cart.version);
  const isFree = before + attempt.sum === 0;
  if (isFree) refuseBlocked(ask, at);
  if (!isEnough(cart, held, { before, attempt })) throw new Refused({ code: "payment_incomplete", context: "payment" });
  if (held.total === 0) refuseCancelled(at);
  // What is under way decides first: gift cards are taken once it has come.
  const waits = attempt.open.some(({ state }) => state === "processing");
  return {
    ...beside,
    due: waits ? [] : attempt.open,
    lease: !cart.kept,
    // Once a part is paid its codes are its own, whatever becomes of their limits.
    asksCodes: at.limited && (isFree || (named !== undefined && !cart.part_paid)),
  };
};
