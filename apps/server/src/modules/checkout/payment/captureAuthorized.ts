import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { attemptOf, canCheckOut, paidBefore } from "./attempt.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow, type CheckoutContext } from "../checkout.sql.ts";
import { completeCart, recordAndComplete } from "../order/completeCart.ts";
import { leaseCarts, leaseUntilSettled } from "./lease.sql.ts";
import { voidAttempt, captureAttempt } from "./captureAttempt.ts";
import { setPurchaser } from "./captureAuthorized.sql.ts";

/** Who buys, if the money may still be taken: asked behind the lock of the cart, in its transaction. */
export type CapturePermission<S> = (shop: S) => Promise<string | undefined>;

type CaptureDecision =
  | { readonly is: "take"; readonly due: readonly PaymentRow[] }
  | { readonly is: "leave"; readonly cart_version: number }
  | { readonly is: "gone" };

/** declined: when it was taken. left: it was not to be taken any more, and is given back. gone: the cart is not as it was paid for. */
export type CaptureOutcome = "taken" | "declined" | "left" | "gone";

/**
 * Takes the money that was promised for a cart that nobody stands at the till with. Whether it may still be taken is decided
 * once, a moment before. Only with this decision the cart has a buyer; without it whoever settles payments gives the promise
 * back.
 */
export const captureAuthorized = async <S extends CheckoutContext>(
  ctx: S,
  cart_id: string,
  permission: CapturePermission<S>,
): Promise<CaptureOutcome> => {
  await pause("renewal_authorized");
  const decision = await decideCapture(ctx, cart_id, permission);
  await pause("renewal_decided");
  if (decision.is === "gone") return "gone";
  if (decision.is === "leave") {
    await voidAttempt(ctx, cart_id, decision.cart_version);
    return "left";
  }
  if (decision.due.length === 0) return (await completeCart(ctx, cart_id)) ? "taken" : "gone";
  return (await captureAttempt(ctx, decision.due, recordAndComplete)) ? "taken" : "declined";
};

const decideCapture = <S extends CheckoutContext>(
  ctx: S,
  cart_id: string,
  permission: CapturePermission<S>,
): Promise<CaptureDecision> =>
  transact(ctx, async (ctx): Promise<CaptureDecision> => {
    const cart = await lockCart(ctx, cart_id);
    if (cart?.state !== "pending" || !cart.alive) return { is: "gone" };
    const payments = await paymentsOf(ctx, cart_id);
    const attempt = attemptOf(payments, cart.version);
    if (attempt.undecided.some(({ state }) => state !== "authorized")) return { is: "gone" };
    const before = paidBefore(payments, cart.version);
    if (!canCheckOut(cart, await heldTotal(ctx, cart_id), { before, attempt })) return { is: "gone" };
    const purchaser_id = await permission(ctx);
    if (purchaser_id === undefined) return { is: "leave", cart_version: cart.version };
    await setPurchaser(ctx, cart_id, purchaser_id);
    // Where there is no money whoever settles payments does not come by: it is leased for a while.
    if (attempt.undecided.length === 0) await leaseCarts(ctx.db, ctx.seller.id, [cart_id]);
    else await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version: cart.version }]);
    return { is: "take", due: attempt.undecided };
  });
