import type { RefusalCode } from "@foyer/contract/errors.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import { effectivePayments } from "../batch/lockedCheckout.ts";
import { attemptOf } from "../payment/attempt.ts";
import { abandonVersion } from "../payment/lease.sql.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { voidAttempt } from "./voidAttempt.ts";

/**
 * Refusals of a checkout after which its cart has to change. Missing or wrong purchaser details are not among them: once
 * corrected, the same payment completes the order.
 */
const finalCodes: ReadonlySet<RefusalCode> = new Set([
  "gift_to_oneself",
  "code_exhausted",
  "code_not_found",
  "rule_blocks_reserve",
  "event_session_not_on_sale",
  "membership_not_renewable",
  "min_tickets_per_order_not_met",
  "max_tickets_per_order_exceeded",
  "ticket_state_incorrect",
]);

type Checkout = { readonly cart_id: string; readonly access: CartAccess };

/** Runs a checkout. If it is refused for good, releases its authorized payments at once and frees the cart. */
export const releaseIfRefused = async <Reply>(
  ctx: RequestContext,
  checkout: Checkout,
  work: () => Promise<Reply>,
): Promise<Reply> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && finalCodes.has(error.code)) await releaseAttempt(ctx, checkout);
    throw error;
  }
};

const releaseAttempt = async (ctx: RequestContext, checkout: Checkout): Promise<void> => {
  const cart_version = await abandonAttempt(ctx, checkout);
  if (cart_version === undefined) return;
  try {
    await voidAttempt(ctx, checkout.cart_id, cart_version);
  } catch (error) {
    // The cart is free already; the settling job voids the remaining payments.
    ctx.log.warn({ err: error, cart_id: checkout.cart_id }, "a refused checkout's payment could not be voided yet");
  }
};

/** Ends the cart version that was paid for, under the cart's lock. Returns undefined if nothing can be released. */
const abandonAttempt = (ctx: RequestContext, { cart_id, access }: Checkout): Promise<number | undefined> =>
  transact(ctx, async (ctx) => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    if (cart?.state !== "pending") return undefined;
    // A visitor with the link may release it only if no purchaser is named: then nobody else could have checked out the
    // cart.
    const isOwn = cart.identity_id === ctx.visitor?.identity_id;
    if (!isOwn && (access === "owner" || !cart.open_by_link || cart.purchaser_identity_id !== null)) return undefined;
    const attempt = attemptOf(effectivePayments(await readPayments(ctx, cart_id)), cart.version);
    const isReleasable = attempt.payments.every(({ state }) => state !== "processing" && state !== "captured");
    if (attempt.undecided.length === 0 || !isReleasable) return undefined;
    await abandonVersion(ctx.db, ctx.seller.id, { cart_id, cart_version: cart.version });
    return cart.version;
  });
