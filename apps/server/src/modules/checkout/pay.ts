import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { fromWire } from "@foyer/rules/money.ts";
import { isCardPayable } from "@foyer/rules/payable.ts";
import { crash, pause } from "../../db/faults.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { PaymentGateway, Standing } from "../../outside/payments/payments.ts";
import { readCart } from "../cart/readCart.ts";
import { heldTotal, insertPayment, paymentsOf, type PaymentRow } from "./checkout.sql.ts";
import { leaseCart } from "./lease.sql.ts";
import { bookedRefusal, openCart, refuseBlocked, refuseCancelled, type Way } from "./openCart.ts";
import { returnUrlOf } from "./returnUrl.ts";
import { recordStanding } from "./recordStanding.ts";
import { shownPayment } from "./shownPayment.ts";

/** How long a buyer may take at their bank before the cart is let go (security.md F12). */
export const leaseSeconds = 600;

type Opened = {
  readonly payment: PaymentRow;
  readonly gateway: PaymentGateway;
  readonly known: boolean;
  readonly purchaser: string | null;
};

/**
 * Pays for a cart. The row comes first, under the cart's lock; the provider is asked outside of any transaction, with the
 * row's id as its idempotency key; then what it said is written down. Two clicks find the same row and ask the same
 * question, so there is one charge.
 */
export const pay = async (ask: Ask, sent: { cart_id: string; list: readonly PaymentOffer[] }, way: Way = "own") => {
  const [offer] = sent.list;
  const gateway = offer && (await ask.outside.gatewayOf(offer.gateway_id, ask.seller.id));
  const opened = await transact(ask, (ask) => openPayment(ask, sent, way, gateway));
  if (!opened) return { payment: { _data: [] }, cart: (await readCart(ask, sent.cart_id)).cart };
  crash("after_payment_row");

  const standing = await askProvider(ask, opened, sent);
  crash("after_provider_call");
  const payment = await recordStanding(ask, opened.payment.id, standing);
  crash("after_authorized");
  await giveBackWhatWasGivenUp(ask, opened.gateway, payment, standing);
  if (standing.status === "requires_action") {
    throw new Refused({
      code: "intent_requires_action",
      context: "payment",
      extra: {
        payment_id: payment.id,
        action_url: standing.actionUrl,
        ...(standing.clientSecret !== undefined && { client_secret: standing.clientSecret }),
      },
    });
  }
  if (standing.status === "failed") throw declined(standing.code, standing.message);
  return { payment: { _data: [shownPayment(ask, payment)] }, cart: (await readCart(ask, sent.cart_id)).cart };
};

/** Undefined: nothing is due, and nothing was asked for. */
const openPayment = async (
  ask: Ask,
  { cart_id, list }: { cart_id: string; list: readonly PaymentOffer[] },
  way: Way,
  gateway: PaymentGateway | undefined,
): Promise<Opened | undefined> => {
  const cart = await openCart(ask, cart_id, way);
  if (cart.state === "completed") throw await bookedRefusal(ask, cart_id);
  const { total, count } = await heldTotal(ask, cart_id);
  if (count === 0) throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["cart_id"] } });

  const [offer, ...others] = list;
  if (!offer || others.length > 0) throw new Refused({ code: "gateway_not_available", context: "payment" });
  const amount = fromWire(offer.amount, ask.seller.default_currency_code);
  const payments = await paymentsOf(ask, cart_id);
  const live = payments.find(
    (payment) =>
      payment.cart_version === cart.version &&
      payment.state !== "failed" &&
      payment.state !== "voided" &&
      payment.state !== "refunded",
  );

  if (!live) {
    await refuseCancelled(ask, cart_id);
    await refuseBlocked(ask, cart_id);
  }
  await pause("after_live_payment_check");

  if (offer.gateway_id === "free") {
    if (total > 0 || amount !== 0) throw new Refused({ code: "payment_incorrect_amount", context: "payment" });
    return undefined;
  }
  if (total === 0 || amount !== total) throw new Refused({ code: "payment_incorrect_amount", context: "payment" });
  if (!isCardPayable(total, ask.seller.default_currency_code))
    throw new Refused({ code: "payment_not_supported", context: "payment" });
  if (offer.gateway_id !== (ask.seller.configuration.gateway ?? "test"))
    throw new Refused({ code: "gateway_not_available", context: "payment" });
  if (!gateway) throw new Refused({ code: "not_configured", context: "stripe_gateway" });

  const goesOn = isToGoOn(offer, live);
  const purchaser = cart.purchaser_identity_id;
  if (live) return { payment: live, gateway, known: goesOn || live.state !== "created", purchaser };
  await leaseCart(ask, cart_id, leaseSeconds);
  const payment = await insertPayment(ask, {
    cart_id,
    cart_version: cart.version,
    gateway_id: gateway.id,
    amount: total,
    currency: ask.seller.default_currency_code,
  });
  return { payment, gateway, known: false, purchaser };
};

/** Whoever comes back from their bank names the payment, by our name or by its provider's; only the cart's own goes on. */
const isToGoOn = (offer: PaymentOffer, live: PaymentRow | undefined): boolean => {
  const { payment_id, payment_intent_id } = (offer.gateway_data ?? {}) as {
    payment_id?: string;
    payment_intent_id?: string;
  };
  const other =
    (payment_id !== undefined && payment_id !== live?.id) ||
    (payment_intent_id !== undefined && payment_intent_id !== live?.provider_ref);
  if (other) throw new Refused({ code: "payment_incomplete", context: "payment" });
  return payment_id !== undefined || payment_intent_id !== undefined;
};

/** A payment that was begun is asked after; only a new one, or one whose answer was lost, is authorised. */
const askProvider = async (
  ask: Ask,
  { payment, gateway, known, purchaser }: Opened,
  sent: { list: readonly PaymentOffer[] },
): Promise<Standing> => {
  if (known) return gateway.find({ sellerId: ask.seller.id, id: payment.id });
  return gateway.authorize({
    id: payment.id,
    sellerId: ask.seller.id,
    cartId: payment.cart_id,
    amount: payment.amount,
    currency: payment.currency,
    data: sent.list[0]?.gateway_data ?? {},
    returnUrl: returnUrlOf(ask, payment, purchaser),
  });
};

/** The settling job gave this payment up while the provider was thinking: whatever it promised since is given back. */
const giveBackWhatWasGivenUp = async (
  ask: Ask,
  gateway: PaymentGateway,
  payment: PaymentRow,
  standing: Standing,
): Promise<void> => {
  const givenUp = payment.state === "failed" || payment.state === "voided";
  if (!givenUp || standing.status === "failed" || standing.status === "unknown") return;
  if (standing.status === "captured") throw new Error(`money was taken for payment ${payment.id}, which was given up`);
  await gateway.void({ sellerId: ask.seller.id, id: payment.id, ref: standing.ref });
  throw declined("card_declined", "Please try again.");
};

const declined = (code: string, message: string): Refused =>
  new Refused({
    code: code === "incorrect_cvc" || code === "invalid_cvc" ? "incorrect_cvc" : "card_declined",
    context: "payment",
    description: `Your card has not been charged. ${message}`,
    extra: { decline_code: code },
  });
