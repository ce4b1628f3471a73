import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { checkoutAsGuest, CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { Pipeline } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { embedInCart } from "../../cart/read/embedInCart.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { presentOrder, readTicketOrder } from "../../cart/read/readTicketOrder.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { claimGuestIdentity } from "../../identity/users/guestIdentity.ts";
import {
  effectivePayments,
  heldSummary,
  lockCachedCheckout,
  lockedCartReply,
  type LockedCheckout,
} from "../batch/lockCheckout.ts";
import { paymentsOf, type PaymentRow } from "../checkout.sql.ts";
import { completeCart, recordAndComplete } from "./completeCart.ts";
import type { CompletedCart } from "./createOrders.ts";
import { leaseCarts } from "../payment/lease.sql.ts";
import {
  bookedRefusal,
  requireCartAccess,
  refuseBlockedCart,
  refuseCancelledSessions,
  type CartAccess,
} from "../requireCartAccess.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { captureAttempt } from "../payment/captureAttempt.ts";
import { matchesPurchaser, purchaserWrite } from "../purchaser/savePurchaserOfCart.ts";
import {
  isUnchanged,
  purchasersOf,
  writeEmailPreferences,
  writePurchasers,
  type Purchaser,
  type PurchaserWrite,
} from "../purchaser/purchasers.sql.ts";
import { freeRenewalsAtCheckout, refuseRenewalInProgress } from "../payment/renewalsAtCheckout.ts";
import { checkoutForms } from "../batch/lockCheckout.sql.ts";
import { outcomeOrRefusal, checkoutBatch, type DeferredAnswer, type CheckoutBatch } from "../batch/checkoutBatch.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";

type Sent = Received<typeof checkoutAsGuest>;

/**
 * The guest's last step. The cart's tickets are held by the running payment, so money is taken only for what is there;
 * then the order is made, or, of a cart that is paid in parts, the part is kept. Said twice, at once or later, it
 * answers with the same order.
 */
export const checkOut = async (ctx: RequestContext, sent: Sent, access: CartAccess = "own"): Promise<CheckoutReply> => {
  const { due, entitled } = await retryAfterLatePayment(ctx, sent.cart_id, () =>
    prepareBatch.run({ shop: ctx, sent, way: access }),
  );
  const completed = await captureAndComplete(ctx, sent.cart_id, due);
  const booked = completed?.outcome === "completed" ? completed.booked : undefined;
  if (booked && entitled)
    return checkoutReply(ctx, sent, {
      reply: lockedCartReply(ctx.seller, booked.at, ctx.visitor),
      outcome: "completed",
      order: presentOrder(ctx, booked.order),
    });

  const reply = await readCart(ctx, sent.cart_id);
  const payments = await paymentsOf(ctx, sent.cart_id);
  if (!completed && !payments.some((payment) => payment.state === "processing"))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  const order_id = completed?.outcome === "completed" ? completed.order_id : undefined;
  if (order_id !== undefined && !entitled) throw await bookedRefusal(ctx, sent.cart_id);
  const order = order_id === undefined ? undefined : await readTicketOrder(ctx, order_id);
  return checkoutReply(ctx, sent, { reply, outcome: completed?.outcome ?? "pending", order, entitled });
};

type CheckoutResult = {
  readonly reply: CartReply;
  readonly outcome: CheckoutReply["outcome"];
  readonly order: CheckoutReply["ticket_order"]["_data"][number] | undefined;
  readonly entitled?: boolean;
};
const checkoutReply = async (
  ctx: RequestContext,
  sent: Sent,
  { reply, outcome, order, entitled = true }: CheckoutResult,
): Promise<CheckoutReply> => ({
  ...(await embedInCart(ctx, reply, sent, entitled)),
  outcome,
  ticket_order: { _data: order ? [order] : [] },
});

/** Takes what is promised; the order is written down with the last of it. */
const captureAndComplete = async (
  ctx: RequestContext,
  cart_id: string,
  due: readonly PaymentRow[],
): Promise<CompletedCart | undefined> => {
  if (due.length === 0) return completeCart(ctx, cart_id);
  let completed: CompletedCart | undefined;
  await captureAttempt(ctx, due, async (shop, payment, providerStatus) => {
    const recorded = await recordAndComplete(shop, payment, providerStatus);
    completed = recorded.completed;
    return recorded;
  });
  return completed;
};

type Prepared = {
  /** What is still to be captured. */
  readonly due: readonly PaymentRow[];
  /** May whoever asks be given the order, and with it the way in? */
  readonly entitled: boolean;
};
type Job = { readonly shop: RequestContext; readonly sent: Sent; readonly way: CartAccess };

/**
 * Who buys is kept. Whoever came by a link and pays for a cart that has no buyer yet becomes its buyer; the buyer whom
 * its owner has named stays, and gets the order.
 */
const prepareBatch: CheckoutBatch<Job, Prepared> = checkoutBatch(
  async (wire, seller, jobs, { db, commitWith, rollback }) => {
    const cart_ids = jobs.map(({ sent }) => sent.cart_id);
    const [checkouts, knownPurchasers, forms] = await Promise.all([
      lockCachedCheckout({ wire, db, seller }, cart_ids),
      purchasersOf(wire, seller.id, cart_ids),
      checkoutForms(wire, seller.id, cart_ids),
    ]);
    const purchasers = new Map(knownPurchasers.map((buyer) => [buyer.cart_id, buyer]));
    const formsOf = Map.groupBy(forms, ({ cart_id }) => cart_id);
    const [writes, emailPreferences, leased, limited] = [
      [] as PurchaserWrite[],
      [] as { identity_id: string; send_email: boolean }[],
      [] as string[],
      [] as string[],
    ];
    const renewing = await freeRenewalsAtCheckout(wire, seller.id, checkouts);
    const [first, ...others] = jobs;
    const identity =
      first && others.length === 0 ? await namedIdentity(wire, first, checkouts.get(first.sent.cart_id)) : undefined;
    const outcomes = jobs.map((job) =>
      outcomeOrRefusal<DeferredAnswer<Prepared>>(() => {
        const { cart_id } = job.sent;
        if (jobs.length > 1 && isNamedById(job, checkouts.get(cart_id)))
          return { answer: () => prepareBatch.runAlone(job) };
        const metas = (formsOf.get(cart_id) ?? []).map(({ meta }) => meta);
        const judgement = prepareCheckout(job, checkouts.get(cart_id), {
          known: purchasers.get(cart_id),
          metas,
          identity: identity ?? job.sent.identity,
        });
        refuseRenewalInProgress(cart_id, renewing);
        const { write, wish, lease, asksCodes, ...prepared } = judgement;
        if (asksCodes) {
          if (jobs.length > 1) return { answer: () => prepareBatch.runAlone(job) };
          limited.push(cart_id);
        }
        if (write) writes.push(write);
        if (wish) emailPreferences.push(wish);
        if (lease) leased.push(cart_id);
        return { answer: () => prepared };
      }),
    );
    const written = Promise.all([
      writePurchasers(wire, seller.id, writes),
      writeEmailPreferences(wire, seller.id, emailPreferences),
      leaseCarts(wire, seller.id, leased),
    ]);
    for (const cart_id of limited) {
      await written;
      await refuseOverusedCode(wire, seller.id, cart_id);
    }
    // Whoever was taken for a cart that is refused stays where they are.
    const isTaken = identity !== undefined && outcomes.every((outcome) => "answer" in outcome);
    if (isTaken || writes.length + emailPreferences.length + leased.length > 0) await commitWith(written);
    else await rollback();
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "prepare_checkout",
);

type PreparedCheckout = Prepared & {
  readonly write?: PurchaserWrite | undefined;
  readonly wish?: { readonly identity_id: string; readonly send_email: boolean } | undefined;
  readonly lease?: boolean;
  /** What each buyer may use of a code is asked too. */
  readonly asksCodes?: boolean;
};

/** Is the buyer named by an id that was not saved with this cart? */
const isNamedById = ({ shop, sent: { guest_identity_id } }: Job, checkout: LockedCheckout | undefined): boolean => {
  if (!checkout || guest_identity_id === undefined || guest_identity_id === checkout.cart.purchaser_identity_id)
    return false;
  return !(checkout.cart.identity_id === shop.visitor?.identity_id && checkout.cart.state === "completed");
};

/**
 * Who buys, where they are named by an id. Whoever is was saved with this very cart, or named by this very visitor before
 * (T70), or is nobody: an id alone attaches no person to anything. They are taken from where they are kept, so such a
 * buyer is judged without the others.
 */
const namedIdentity = async (
  wire: Pipeline,
  job: Job,
  checkout: LockedCheckout | undefined,
): Promise<IdentityInput | undefined> => {
  if (!checkout || !isNamedById(job, checkout)) return undefined;
  const { shop: ctx, sent, way: access } = job;
  const cart = requireCartAccess(ctx, checkout.cart, access);
  const isOwn = cart.identity_id === ctx.visitor?.identity_id;
  const named = isOwn ? await claimGuestIdentity(wire, ctx, sent.guest_identity_id ?? "") : undefined;
  if (!named) throw new Refused({ code: "not_found", context: "identity" });
  return sent.identity ?? named;
};

const prepareCheckout = (
  { shop: ctx, sent, way: access }: Job,
  checkout: LockedCheckout | undefined,
  {
    known: knownPurchaser,
    metas,
    identity,
  }: {
    readonly known: Purchaser | undefined;
    readonly metas: readonly unknown[];
    readonly identity: IdentityInput | undefined;
  },
): PreparedCheckout => {
  const cart = requireCartAccess(ctx, checkout?.cart, access);
  const isOwn = cart.identity_id === ctx.visitor?.identity_id;
  if (!checkout || cart.state === "completed")
    return { due: [], entitled: isOwn || matchesPurchaser(knownPurchaser, identity) };

  const newIdentity = identity && (isOwn || !cart.purchaser_identity_id) ? identity : undefined;
  if (!newIdentity && !cart.purchaser_identity_id)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });
  const purchaser = newIdentity && purchaserWrite(ctx, cart, metas, { ...sent, identity: newIdentity });
  const entitled = isOwn || purchaser !== undefined || matchesPurchaser(knownPurchaser, identity);
  const purchaser_id = purchaser?.id ?? cart.purchaser_identity_id;
  const shared = {
    entitled,
    write: purchaser && !isUnchanged(purchaser, knownPurchaser) ? purchaser : undefined,
    wish:
      purchaser_id && entitled && sent.send_email !== undefined
        ? { identity_id: purchaser_id, send_email: sent.send_email }
        : undefined,
  };

  const held = heldSummary(checkout.tickets);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "checkout", extra: { fields: ["cart_id"] } });
  const payments = effectivePayments(checkout.payments);
  // A promise for what the cart held before is nobody's to take; the settling job gives it back.
  const attempt = attemptOf(payments, cart.version);
  // Said again after a part was paid: it is paid.
  if (cart.part_paid && attempt.payments.length === 0) return { ...shared, due: [] };
  const before = paidBefore(payments, cart.version);
  const isFree = before + attempt.total === 0;
  if (isFree) refuseBlockedCart(ctx, checkout);
  if (!canCheckOut(cart, held, { before, attempt }))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  if (held.total === 0) refuseCancelledSessions(checkout);
  // What is under way decides first: gift cards are taken once it has come.
  const isProcessing = attempt.undecided.some(({ state }) => state === "processing");
  return {
    ...shared,
    due: isProcessing ? [] : attempt.undecided,
    lease: !cart.kept,
    // Once a part is paid its codes are its own, whatever becomes of their limits.
    asksCodes: checkout.limited && (isFree || (purchaser !== undefined && !cart.part_paid)),
  };
};
