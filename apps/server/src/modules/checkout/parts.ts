import { crash } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { PaymentGateway } from "../../outside/payments/payments.ts";
import { heldTotal, lockCart, paymentsOf, type PaymentRow } from "./checkout.sql.ts";
import type { Shop } from "./completeCart.ts";
import { giveUpVersion, leaseUntilSettled } from "./lease.sql.ts";
import { recordStanding } from "./recordStanding.ts";

/** All payments of one version of a cart are the parts of one attempt to pay for it: gift cards first, then a card. */
export type Attempt = {
  readonly parts: readonly PaymentRow[];
  /** Not decided yet: asked for, under way or promised. */
  readonly open: readonly PaymentRow[];
  /** A part came to nothing, and with it the attempt. */
  readonly isBroken: boolean;
  /** Money of the parts that are promised, under way or taken. */
  readonly sum: number;
};

const openStates: readonly string[] = ["created", "processing", "authorized"];

export const attemptOf = (payments: readonly PaymentRow[], cart_version: number): Attempt => {
  const parts = payments.filter((payment) => payment.cart_version === cart_version);
  const counted = parts.filter(({ state }) => state === "processing" || state === "authorized" || state === "captured");
  return {
    parts,
    open: parts.filter(({ state }) => openStates.includes(state)),
    isBroken: parts.some(({ state }) => state === "failed" || state === "voided"),
    sum: counted.reduce((all, { amount, refunded, refunding }) => all + amount - refunded - refunding, 0),
  };
};

/** Money that is taken and not given back, of all versions but `cart_version`. */
export const paidBefore = (payments: readonly PaymentRow[], cart_version: number): number =>
  payments
    .filter((payment) => payment.state === "captured" && payment.cart_version !== cart_version)
    .reduce((all, { amount, refunded, refunding }) => all + amount - refunded - refunding, 0);

type Held = Awaited<ReturnType<typeof heldTotal>>;

/**
 * May the cart be checked out with what is promised? With a payment plan a part is enough: that it is not too small was
 * seen to when it was offered, and nothing in the cart has changed since.
 */
export const isEnough = (
  cart: { readonly part_paid: boolean },
  { total, planned }: Pick<Held, "total" | "planned">,
  { before, attempt }: { readonly before: number; readonly attempt: Attempt },
): boolean => {
  if (attempt.isBroken || attempt.parts.some(({ state }) => state === "created")) return false;
  const paid = before + attempt.sum;
  return paid === total || ((cart.part_paid || planned !== null) && attempt.sum > 0 && paid < total);
};

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
 * books. True when all of it is taken.
 */
export const takeParts = async (shop: Shop, parts: readonly PaymentRow[]): Promise<boolean> => {
  const inOrder = parts.toSorted(
    (one, other) => Number(one.gateway_id === "ledger") - Number(other.gateway_id === "ledger"),
  );
  for (const payment of inOrder) {
    const gateway = await gatewayOfPayment(shop, payment);
    if (!payment.provider_ref) throw new Error(`payment ${payment.id} was promised by nobody`);
    const standing = await gateway.capture({ sellerId: shop.seller.id, id: payment.id, ref: payment.provider_ref });
    const { state } = await recordStanding(shop, payment.id, standing);
    crash("after_captured");
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
      await recordStanding(shop, payment.id, neverReached);
      continue;
    }
    await recordStanding(shop, payment.id, found);
    if (found.status === "requires_action" || found.status === "processing" || found.status === "authorized")
      await recordStanding(shop, payment.id, await gateway.void({ ...asked, ref: found.ref }));
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
      await leaseUntilSettled(shop, cart_id, cart_version);
      return { take: attempt.open };
    }
    await giveUpVersion(shop, cart_id, cart_version);
    return { take: undefined };
  });
  if (!decided) return;
  if (decided.take) await takeParts(shop, decided.take);
  else await giveBackParts(shop, cart_id, cart_version);
};
