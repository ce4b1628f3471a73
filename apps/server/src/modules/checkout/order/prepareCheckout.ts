import type { checkoutAsGuest } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import { requireOnSale } from "../../cart/hold/requireOnSale.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { claimGuestIdentity } from "../../identity/users/guestIdentity.ts";
import { checkoutBatch, outcomeOrRefusal, type CheckoutBatch, type DeferredAnswer } from "../batch/checkoutBatch.ts";
import { lockCachedCheckout } from "../batch/lockCheckout.ts";
import { readCheckoutForms, type LockedCheckoutCart } from "../batch/lockCheckout.sql.ts";
import { effectivePayments, heldSummary, type LockedCheckout } from "../batch/lockedCheckout.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { leaseCarts } from "../payment/lease.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { freeRenewalsAtCheckout, refuseRenewalInProgress } from "../payment/renewalsAtCheckout.ts";
import { matchesPurchaser, purchaserWrite, type CartForms } from "../purchaser/purchaserWrite.ts";
import {
  isPurchaserUnchanged,
  readPurchasers,
  writeEmailPreferences,
  writePurchasers,
  type CartPurchaser,
  type PurchaserWrite,
} from "../purchaser/purchasers.sql.ts";
import { refuseBlockedCart, refuseCancelledSessions } from "../refuseBlockedCart.ts";
import { requireCartAccess } from "../requireCartAccess.ts";
import { refuseUnanswered } from "../survey/surveyAnswers.ts";
import { readSurveys } from "../survey/surveys.sql.ts";

type Sent = Received<typeof checkoutAsGuest>;
type Job = { readonly ctx: RequestContext; readonly sent: Sent; readonly access: CartAccess };

type Prepared = {
  /** The payments to capture. */
  readonly due: readonly PaymentRow[];
  /** Whether this visitor may see the order, and with it the tickets' codes. */
  readonly canSeeOrder: boolean;
  /** The cart changes an order. */
  readonly isChange: boolean;
};
type EmailPreference = { readonly identity_id: string; readonly send_email: boolean };
type CheckoutDecision = Prepared & {
  readonly write?: PurchaserWrite | undefined;
  readonly emailPreference?: EmailPreference | undefined;
  readonly needsLease?: boolean;
  /** Limits per buyer of a code have to be checked. */
  readonly checksCodeLimits?: boolean;
};

/** Checks that a cart can be checked out and saves its purchaser. */
export const prepareCheckout = (ctx: RequestContext, sent: Sent, access: CartAccess): Promise<Prepared> =>
  prepareBatch.run({ ctx, sent, access });

type PrepareWrites = {
  readonly purchasers: PurchaserWrite[];
  readonly emailPreferences: EmailPreference[];
  readonly leased: string[];
  /** Carts with codes that have a limit per buyer. */
  readonly limited: string[];
};

const prepareBatch: CheckoutBatch<Job, Prepared> = checkoutBatch(
  async (pipeline, seller, jobs, { db, commitWith, rollback }) => {
    const cart_ids = jobs.map(({ sent }) => sent.cart_id);
    const [checkouts, purchasers, forms, surveys] = await Promise.all([
      lockCachedCheckout({ pipeline, db, seller }, cart_ids),
      readPurchasers(pipeline, seller.id, cart_ids),
      readCheckoutForms(pipeline, seller.id, cart_ids),
      readSurveys(pipeline, seller.id, cart_ids),
    ]);
    const purchaserOf = new Map(purchasers.map((purchaser) => [purchaser.cart_id, purchaser]));
    const formsOf = Map.groupBy(forms, ({ cart_id }) => cart_id);
    const surveysOf = Map.groupBy(surveys, ({ cart_id }) => cart_id);
    const renewals = await freeRenewalsAtCheckout(pipeline, seller.id, checkouts);
    const [first, ...others] = jobs;
    const claimedIdentity =
      first && others.length === 0
        ? await claimNamedIdentity(pipeline, first, checkouts.get(first.sent.cart_id))
        : undefined;

    const writes: PrepareWrites = { purchasers: [], emailPreferences: [], leased: [], limited: [] };
    const prepareJob = (job: Job): BatchOutcome<DeferredAnswer<Prepared>> => {
      const { cart_id } = job.sent;
      const checkout = checkouts.get(cart_id);
      if (jobs.length > 1 && isNamedById(job, checkout)) return { answer: () => prepareBatch.runAlone(job) };
      const decision = decideCheckout(job, checkout, {
        known: purchaserOf.get(cart_id),
        forms: {
          metas: (formsOf.get(cart_id) ?? []).map(({ meta }) => meta),
          surveys: surveysOf.get(cart_id) ?? [],
        },
        identity: claimedIdentity ?? job.sent.identity,
      });
      refuseRenewalInProgress(cart_id, renewals);
      if (decision.checksCodeLimits && jobs.length > 1) return { answer: () => prepareBatch.runAlone(job) };
      addWrites(writes, cart_id, decision);
      return { answer: () => ({ due: decision.due, canSeeOrder: decision.canSeeOrder, isChange: decision.isChange }) };
    };
    const outcomes = jobs.map((job) => outcomeOrRefusal(() => prepareJob(job)));

    const written = Promise.all([
      writePurchasers(pipeline, seller.id, writes.purchasers),
      writeEmailPreferences(pipeline, seller.id, writes.emailPreferences),
      leaseCarts(pipeline, seller.id, writes.leased),
    ]);
    for (const cart_id of writes.limited) {
      await written;
      await refuseOverusedCode(pipeline, seller.id, cart_id);
    }
    // A refused checkout must not use up the identity that it claimed.
    const hasClaimed = claimedIdentity !== undefined && outcomes.every((outcome) => "answer" in outcome);
    const hasWrites = writes.purchasers.length + writes.emailPreferences.length + writes.leased.length > 0;
    if (hasClaimed || hasWrites) await commitWith(written);
    else await rollback();
    return outcomes;
  },
  ({ sent }) => [sent.cart_id],
  "prepare_checkout",
);

const addWrites = (writes: PrepareWrites, cart_id: string, decision: CheckoutDecision): void => {
  if (decision.checksCodeLimits) writes.limited.push(cart_id);
  if (decision.write) writes.purchasers.push(decision.write);
  if (decision.emailPreference) writes.emailPreferences.push(decision.emailPreference);
  if (decision.needsLease) writes.leased.push(cart_id);
};

/** Whether the purchaser is named by an id that was not saved with this cart. */
const isNamedById = ({ ctx, sent: { guest_identity_id } }: Job, checkout: LockedCheckout | undefined): boolean => {
  if (
    !checkout ||
    checkout.cart.change ||
    guest_identity_id === undefined ||
    guest_identity_id === checkout.cart.purchaser_identity_id
  )
    return false;
  return !(checkout.cart.identity_id === ctx.visitor?.identity_id && checkout.cart.state === "completed");
};

/**
 * The purchaser named by an id. Only the visitor who created that identity may use it: otherwise any id could attach a
 * person to any cart. Claiming writes to the identity, so such a job runs alone.
 */
const claimNamedIdentity = async (
  pipeline: Pipeline,
  job: Job,
  checkout: LockedCheckout | undefined,
): Promise<IdentityInput | undefined> => {
  if (!checkout || !isNamedById(job, checkout)) return undefined;
  const { ctx, sent, access } = job;
  const cart = requireCartAccess(ctx, checkout.cart, access);
  const isOwn = cart.identity_id === ctx.visitor?.identity_id;
  const claimed = isOwn ? await claimGuestIdentity(pipeline, ctx, sent.guest_identity_id ?? "") : undefined;
  if (!claimed) throw new Refused({ code: "not_found", context: "identity" });
  return sent.identity ?? claimed;
};

type PurchaserFacts = {
  readonly known: CartPurchaser | undefined;
  readonly forms: CartForms;
  readonly identity: IdentityInput | undefined;
};

const decideCheckout = (
  job: Job,
  checkout: LockedCheckout | undefined,
  purchaserFacts: PurchaserFacts,
): CheckoutDecision => {
  const { ctx, access } = job;
  const cart = requireCartAccess(ctx, checkout?.cart, access);
  const isOwn = cart.identity_id === ctx.visitor?.identity_id;
  const isChange = cart.change !== null;
  if (!checkout || cart.state === "completed")
    return { due: [], isChange, canSeeOrder: isOwn || matchesPurchaser(purchaserFacts.known, purchaserFacts.identity) };
  const purchaser = decidePurchaser(job, cart, purchaserFacts);
  return { ...purchaser, isChange, ...decideCapture(ctx, checkout, { ...purchaser, ...purchaserFacts.forms }) };
};

/**
 * Decides who buys. A visitor with the cart's link becomes the purchaser only if the cart has none: a purchaser named by
 * the owner stays, and gets the order.
 */
const decidePurchaser = (
  { ctx, sent }: Job,
  cart: LockedCheckoutCart,
  { known, forms, identity }: PurchaserFacts,
): Omit<CheckoutDecision, "due" | "isChange"> & { readonly hasNewPurchaser: boolean } => {
  const isOwn = cart.identity_id === ctx.visitor?.identity_id;
  // An order that is changed keeps its purchaser, whatever the request contains.
  if (cart.change) return { hasNewPurchaser: false, canSeeOrder: isOwn };
  const newIdentity = identity && (isOwn || !cart.purchaser_identity_id) ? identity : undefined;
  if (!newIdentity && !cart.purchaser_identity_id)
    throw new Refused({ code: "validation_failed", context: "identity", extra: { fields: ["identity"] } });
  const write = newIdentity && purchaserWrite(ctx, cart, forms, { ...sent, identity: newIdentity });
  const canSeeOrder = isOwn || write !== undefined || matchesPurchaser(known, identity);
  const purchaser_id = write?.id ?? cart.purchaser_identity_id;
  return {
    hasNewPurchaser: write !== undefined,
    canSeeOrder,
    write: write && !isPurchaserUnchanged(write, known) ? write : undefined,
    emailPreference:
      purchaser_id && canSeeOrder && sent.send_email !== undefined
        ? { identity_id: purchaser_id, send_email: sent.send_email }
        : undefined,
  };
};

/** The payments to capture. Refuses a cart that its payments do not cover. */
const decideCapture = (
  ctx: RequestContext,
  checkout: LockedCheckout,
  { hasNewPurchaser, surveys }: Pick<CartForms, "surveys"> & { readonly hasNewPurchaser: boolean },
): Pick<CheckoutDecision, "due" | "needsLease" | "checksCodeLimits"> => {
  const { cart } = checkout;
  const held = heldSummary(checkout);
  if (checkout.change?.planned === null) throw checkout.change.refusal;
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "checkout", extra: { fields: ["cart_id"] } });
  const payments = effectivePayments(checkout.payments);
  // An authorization for an older version of the cart is never captured; the settling job voids it.
  const attempt = attemptOf(payments, cart.version);
  // The request was repeated after an instalment was recorded.
  if (cart.part_paid && attempt.payments.length === 0) return { due: [] };
  const before = paidBefore(payments, cart.version);
  const isFree = before + attempt.total === 0;
  // Paid carts can be completed and orders can be changed even while the seller is suspended, but a free cart would be a
  // new sale.
  if (isFree && !cart.change) requireOnSale(ctx);
  if (isFree) refuseBlockedCart(ctx, checkout);
  // A new purchaser's answers are checked together with the request.
  if (isFree && !hasNewPurchaser && !cart.change) refuseUnanswered(ctx, surveys);
  if (!canCheckOut(cart, held, { before, attempt }))
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  if (held.total === 0) refuseCancelledSessions(checkout);
  // A processing payment has to be decided first: gift cards are captured only once it has arrived.
  const isProcessing = attempt.undecided.some(({ state }) => state === "processing");
  return {
    due: isProcessing ? [] : attempt.undecided,
    needsLease: !cart.leased_until_settled,
    // Once an instalment is paid, the cart keeps its codes regardless of their limits.
    checksCodeLimits: checkout.hasLimitedCode && (isFree || (hasNewPurchaser && !cart.part_paid)),
  };
};
