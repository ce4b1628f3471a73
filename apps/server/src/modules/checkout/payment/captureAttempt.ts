import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { refusalContextOf } from "../../../providers/payments/gatewayRegistry.ts";
import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow, type CheckoutContext } from "../checkout.sql.ts";
import { attemptOf, canCheckOut, paidBefore } from "./attempt.ts";
import { recordProviderStatus } from "../order/completeCart.ts";
import { abandonVersion, leaseUntilSettled } from "./lease.sql.ts";

export const gatewayOfPayment = async (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  { gateway_id }: { readonly gateway_id: string },
): Promise<PaymentGateway> => {
  const gateway = await providers.findGateway(gateway_id, seller.id);
  if (!gateway) throw new Refused({ code: "not_configured", context: refusalContextOf(gateway_id) });
  return gateway;
};

/**
 * Takes what is promised, the card before the gift cards: a card can still be refused when it is taken, and then every
 * gift card is only promised, to be given back as if nothing had been. Taking from a gift card is a note in our own
 * books. True when all of it is taken. `recordLast` writes down the last of them, and may do more.
 */
export const captureAttempt = async (
  ctx: CheckoutContext,
  payments: readonly PaymentRow[],
  recordLast: typeof recordProviderStatus = recordProviderStatus,
): Promise<boolean> => {
  const ordered = payments.toSorted(
    (one, other) => Number(one.gateway_id === "ledger") - Number(other.gateway_id === "ledger"),
  );
  for (const [index, payment] of ordered.entries()) {
    const gateway = await gatewayOfPayment(ctx, payment);
    if (!payment.provider_ref) throw new Error(`payment ${payment.id} was promised by nobody`);
    const providerStatus = await gateway.capture({
      sellerId: ctx.seller.id,
      id: payment.id,
      ref: payment.provider_ref,
    });
    const isLast = index === ordered.length - 1;
    if (isLast) crash("after_captured");
    const { state } = (await (isLast ? recordLast : recordProviderStatus)(ctx, payment, providerStatus)).payment;
    if (!isLast) crash("after_captured");
    if (state === "captured") continue;
    await voidAttempt(ctx, payment.cart_id, payment.cart_version);
    return false;
  }
  return true;
};

/**
 * Gives every promise of one attempt back, and closes what nobody was asked for. Each ends once, however often and by
 * however many this is said; what is left when a provider cannot be reached is the settling job's.
 */
export const voidAttempt = async (ctx: CheckoutContext, cart_id: string, cart_version: number): Promise<void> => {
  for (const payment of attemptOf(await paymentsOf(ctx, cart_id), cart_version).undecided) {
    const gateway = await gatewayOfPayment(ctx, payment);
    const request = { sellerId: ctx.seller.id, id: payment.id };
    const providerStatus = await gateway.findStatus(request);
    if (providerStatus.status === "unknown") {
      await recordProviderStatus(ctx, payment, neverReached);
      continue;
    }
    await recordProviderStatus(ctx, payment, providerStatus);
    if (
      providerStatus.status === "requires_action" ||
      providerStatus.status === "processing" ||
      providerStatus.status === "authorized"
    )
      await recordProviderStatus(ctx, payment, await gateway.void({ ...request, ref: providerStatus.ref }));
  }
};

export const neverReached = {
  status: "failed",
  ref: null,
  code: "never_reached",
  message: "The provider was never reached.",
} as const;

/**
 * Goes on with an attempt that nobody looks after, all parts of it together: takes them when the buyer is known and the
 * cart still holds just what is paid for, waits while one is at the bank or under way, else gives them back. Decided
 * under the cart's lock, and told by it to whoever comes next.
 */
export const resumeAttempt = async (
  ctx: CheckoutContext,
  { cart_id, cart_version, leased }: { cart_id: string; cart_version: number; leased: boolean },
): Promise<void> => {
  const decided = await transact(ctx, async (ctx) => {
    const cart = await lockCart(ctx, cart_id);
    const payments = await paymentsOf(ctx, cart_id);
    const attempt = attemptOf(payments, cart_version);
    if (attempt.undecided.length === 0) return undefined;
    const isLive = cart?.state === "pending" && cart.version === cart_version && !attempt.isBroken;
    if (isLive && leased && attempt.undecided.some(({ state }) => state === "created")) return undefined;
    const isUnderWay = attempt.undecided.some(({ state }) => state === "processing");
    if (isUnderWay && (isLive || attempt.undecided.every(({ state }) => state === "processing"))) return undefined;
    const before = paidBefore(payments, cart_version);
    if (isLive && cart.purchaser_identity_id && canCheckOut(cart, await heldTotal(ctx, cart_id), { before, attempt })) {
      await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version }]);
      return { take: attempt.undecided };
    }
    await abandonVersion(ctx.db, ctx.seller.id, { cart_id, cart_version });
    return { take: undefined };
  });
  if (!decided) return;
  if (decided.take) await captureAttempt(ctx, decided.take);
  else await voidAttempt(ctx, cart_id, cart_version);
};
