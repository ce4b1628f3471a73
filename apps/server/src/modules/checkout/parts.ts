import { crash } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { PaymentGateway } from "../../outside/payments/payments.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow, type Shop } from "./checkout.sql.ts";
import { attemptOf, isEnough, paidBefore } from "./attempt.ts";
import { recordStanding } from "./completeCart.ts";
import { giveUpVersion, leaseUntilSettled } from "./lease.sql.ts";

export const gatewayOfPayment = async (
  { outside, seller }: Pick<Ask, "outside" | "seller">,
  { gateway_id }: { readonly gateway_id: string },
): Promise<PaymentGateway> => {
  const gateway = await outside.gatewayOf(gateway_id, seller.id);
  if (!gateway)
    throw new Refused({ code: "not_configured", context: gateway_id === "ledger" ? "ledger" : "stripe_gateway" });
  return gateway;
};

/**
 * Takes what is promised, the card before the gift cards: a card can still be refused when it is taken, and then every
 * gift card is only promised, to be given back as if nothing had been. Taking from a gift card is a note in our own
 * books. True when all of it is taken. `recordLast` writes down the last of them, and may do more.
 */
export const takeParts = async (
  shop: Shop,
  parts: readonly PaymentRow[],
  recordLast: typeof recordStanding = recordStanding,
): Promise<boolean> => {
  const inOrder = parts.toSorted(
    (one, other) => Number(one.gateway_id === "ledger") - Number(other.gateway_id === "ledger"),
  );
  for (const [place, payment] of inOrder.entries()) {
    const gateway = await gatewayOfPayment(shop, payment);
    if (!payment.provider_ref) throw new Error(`payment ${payment.id} was promised by nobody`);
    const standing = await gateway.capture({ sellerId: shop.seller.id, id: payment.id, ref: payment.provider_ref });
    const isLast = place === inOrder.length - 1;
    if (isLast) crash("after_captured");
    const { state } = (await (isLast ? recordLast : recordStanding)(shop, payment, standing)).payment;
    if (!isLast) crash("after_captured");
    if (state === "captured") continue;
    await giveBackParts(shop, payment.cart_id, payment.cart_version);
    return false;
  }
  return true;
};

/**
 * Gives every promise of one attempt back, and closes what nobody was asked for. Each ends once, however often and by
 * however many this is said; what is left when a provider cannot be reached is the settling job's.
 */
export const giveBackParts = async (shop: Shop, cart_id: string, cart_version: number): Promise<void> => {
  for (const payment of attemptOf(await paymentsOf(shop, cart_id), cart_version).open) {
    const gateway = await gatewayOfPayment(shop, payment);
    const asked = { sellerId: shop.seller.id, id: payment.id };
    const found = await gateway.find(asked);
    if (found.status === "unknown") {
      await recordStanding(shop, payment, neverReached);
      continue;
    }
    await recordStanding(shop, payment, found);
    if (found.status === "requires_action" || found.status === "processing" || found.status === "authorized")
      await recordStanding(shop, payment, await gateway.void({ ...asked, ref: found.ref }));
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
export const goOnWithParts = async (
  shop: Shop,
  { cart_id, cart_version, leased }: { cart_id: string; cart_version: number; leased: boolean },
): Promise<void> => {
  const decided = await transact(shop, async (shop) => {
    const cart = await lockCart(shop, cart_id);
    const payments = await paymentsOf(shop, cart_id);
    const attempt = attemptOf(payments, cart_version);
    if (attempt.open.length === 0) return undefined;
    const isLive = cart?.state === "pending" && cart.version === cart_version && !attempt.isBroken;
    if (isLive && leased && attempt.open.some(({ state }) => state === "created")) return undefined;
    const isUnderWay = attempt.open.some(({ state }) => state === "processing");
    if (isUnderWay && (isLive || attempt.open.every(({ state }) => state === "processing"))) return undefined;
    const before = paidBefore(payments, cart_version);
    if (isLive && cart.purchaser_identity_id && isEnough(cart, await heldTotal(shop, cart_id), { before, attempt })) {
      await leaseUntilSettled(shop.db, shop.seller.id, [{ cart_id, cart_version }]);
      return { take: attempt.open };
    }
    await giveUpVersion(shop.db, shop.seller.id, { cart_id, cart_version });
    return { take: undefined };
  });
  if (!decided) return;
  if (decided.take) await takeParts(shop, decided.take);
  else await giveBackParts(shop, cart_id, cart_version);
};
