import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { foldGiftCardNumber } from "@foyer/rules/giftCard.ts";
import { fromWire } from "@foyer/rules/money.ts";
import { isCardPayable } from "@foyer/rules/payable.ts";
import { isPayable } from "@foyer/rules/paymentPlan.ts";
import { pause } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { heldTotal, paymentsOf, type PaymentRow } from "./checkout.sql.ts";
import { leaseCart } from "./lease.sql.ts";
import { bookedRefusal, openCart, refuseBlocked, refuseCancelled, type Way } from "./openCart.ts";
import { insertPayments } from "./openPayment.sql.ts";
import { attemptOf, paidBefore } from "./parts.ts";
import { balanceOfCart } from "./schedule.ts";

/** One row, and the offer it is authorised with; without one it is only asked after. */
export type Part = {
  readonly payment: PaymentRow;
  readonly offer: PaymentOffer | undefined;
  /** Of its offer in what was sent. */
  readonly place: number;
  /** Who buys, as far as they are known yet. */
  readonly purchaser: string | null;
};

/** The parts to ask for, or the version of the cart whose attempt came to nothing and is to be ended first. */
export type Opened = { readonly parts: readonly Part[] } | { readonly broken: number };

type Claim = {
  readonly offer: PaymentOffer;
  readonly amount: number;
  /** Which gift card it is, without its number. */
  readonly account_ref: string | null;
  readonly place: number;
};

/** Those of the offers' gateways that are set up. */
export type Gateways = ReadonlySet<string>;

/**
 * Looked for before the transaction begins: a gateway's keys are read on a connection of their own, and many who each
 * held one already would wait for each other's.
 */
export const gatewaysOf = async (
  { outside, seller }: Pick<Ask, "outside" | "seller">,
  list: readonly PaymentOffer[],
): Promise<Gateways> => {
  const named = [...new Set(list.map(({ gateway_id }) => gateway_id))];
  const found = await Promise.all(named.map(async (id) => [id, await outside.gatewayOf(id, seller.id)] as const));
  return new Set(found.flatMap(([id, gateway]) => (gateway ? [id] : [])));
};

/** The first half of paying: judges what is offered and writes its rows, or finds those that are there. */
export const openPayment = async (
  ask: Ask,
  { cart_id, list }: { readonly cart_id: string; readonly list: readonly PaymentOffer[] },
  way: Way,
  gateways: Gateways,
): Promise<Opened> => {
  const cart = await openCart(ask, cart_id, way);
  if (cart.state === "completed") throw await bookedRefusal(ask, cart_id);
  const { purchaser_identity_id: purchaser } = cart;
  const held = await heldTotal(ask, cart_id);
  if (held.count === 0)
    throw new Refused({ code: "validation_failed", context: "payment", extra: { fields: ["cart_id"] } });

  const claims = claimsOf(ask, list);
  const payments = await paymentsOf(ask, cart_id);
  const attempt = attemptOf(payments, cart.version);
  if (attempt.isBroken && attempt.open.length > 0) return { broken: cart.version };
  const live = attempt.isBroken ? [] : attempt.parts.filter(({ state }) => state !== "refunded");

  if (live.length === 0) {
    await refuseCancelled(ask, cart_id);
    if (!cart.part_paid) await refuseBlocked(ask, cart_id);
  }
  await pause("after_live_payment_check");

  if (isToGoOn(claims, live)) return { parts: partsOf(live, claims, { goesOn: true, purchaser }) };
  const balance = await balanceOfCart(ask, cart, held, paidBefore(payments, cart.version));
  const sum = claims.reduce((all, { amount }) => all + amount, 0);
  if (list.some(({ gateway_id }) => gateway_id === "free")) {
    if (balance.outstanding > 0 || sum !== 0 || list.length > 1) throw incorrectAmount();
    return { parts: [] };
  }
  if (!isPayable(sum, balance) || claims.some(({ amount }) => amount <= 0)) throw incorrectAmount();
  for (const claim of claims) refuseToTake(ask, claim, held, gateways);

  if (live.length > 0) {
    // Another payment is under way, with other means: it is decided first.
    if (!isSame(live, claims)) throw new Refused({ code: "payment_in_progress", context: "payment" });
    return { parts: partsOf(live, claims, { goesOn: false, purchaser }) };
  }
  await leaseCart(ask, cart_id);
  const rows = await insertPayments(
    ask,
    claims.map(({ offer, amount, account_ref }) => ({
      cart_id,
      cart_version: cart.version,
      gateway_id: offer.gateway_id as "test" | "stripe" | "ledger",
      amount,
      currency: ask.seller.default_currency_code,
      account_ref,
    })),
  );
  return { parts: partsOf(rows, claims, { goesOn: false, purchaser }) };
};

const incorrectAmount = () => new Refused({ code: "payment_incorrect_amount", context: "payment" });

/** Offers in their form: gift cards, each once, before one card at most; or nothing but 'free'. */
const claimsOf = (ask: Ask, list: readonly PaymentOffer[]): Claim[] => {
  const cards = list.filter(({ gateway_id }) => gateway_id !== "ledger");
  if (cards.length > 1 || (cards.length === 1 && list.at(-1) !== cards[0]))
    throw new Refused({ code: "gateway_not_available", context: "payment" });
  const claims = list.map((offer, place): Claim => {
    const amount = fromWire(offer.amount, ask.seller.default_currency_code);
    if (amount === undefined) throw incorrectAmount();
    return { offer, amount, account_ref: accountOf(ask, offer), place };
  });
  const accounts = claims.flatMap(({ account_ref }) => account_ref ?? []);
  if (new Set(accounts).size < accounts.length)
    throw new Refused({ code: "validation_failed", context: "ledger", extra: { fields: ["number"] } });
  return claims;
};

/** The number of a gift card is as good as money: what is kept of it names it to nobody. */
const accountOf = ({ outside }: Ask, offer: PaymentOffer): string | null => {
  if (offer.gateway_id !== "ledger") return null;
  const { number, ledger_id } = offer.gateway_data;
  return outside.sign(`gift card ${ledger_id} ${foldGiftCardNumber(number)}`);
};

const refuseToTake = (
  ask: Ask,
  { offer, amount }: Claim,
  held: { readonly sells_gift_cards: boolean },
  gateways: Gateways,
): void => {
  if (offer.gateway_id === "ledger") {
    // Money of a gift card buys no other: it would lose where it came from (T50).
    if (held.sells_gift_cards) throw new Refused({ code: "ledger_not_allowed", context: "ledger" });
    if (!gateways.has("ledger")) throw new Refused({ code: "gateway_not_available", context: "payment" });
    return;
  }
  if (!isCardPayable(amount, ask.seller.default_currency_code))
    throw new Refused({ code: "payment_not_supported", context: "payment" });
  if (offer.gateway_id !== (ask.seller.configuration.gateway ?? "test"))
    throw new Refused({ code: "gateway_not_available", context: "payment" });
  if (!gateways.has(offer.gateway_id)) throw new Refused({ code: "not_configured", context: "stripe_gateway" });
};

const namedIn = (offer: PaymentOffer) =>
  (offer.gateway_data ?? {}) as { readonly payment_id?: string; readonly payment_intent_id?: string };

/**
 * Whoever comes back from their bank names the payment, by our name or by its provider's; only the cart's own goes on,
 * and with it the gift cards beside it. Amounts are not looked at: the rows have them.
 */
const isToGoOn = (claims: readonly Claim[], live: readonly PaymentRow[]): boolean => {
  const card = live.find(({ gateway_id }) => gateway_id !== "ledger");
  return claims.some(({ offer }) => {
    const { payment_id, payment_intent_id } = namedIn(offer);
    const other =
      (payment_id !== undefined && payment_id !== card?.id) ||
      (payment_intent_id !== undefined && payment_intent_id !== card?.provider_ref);
    if (other) throw new Refused({ code: "payment_incomplete", context: "payment" });
    return payment_id !== undefined || payment_intent_id !== undefined;
  });
};

const claimOf = (payment: PaymentRow, claims: readonly Claim[]): Claim | undefined =>
  claims.find(({ account_ref, offer }) =>
    payment.gateway_id === "ledger" ? account_ref === payment.account_ref : offer.gateway_id === payment.gateway_id,
  );

/** Said again, perhaps with another card: the same gift cards and the same amounts. */
const isSame = (live: readonly PaymentRow[], claims: readonly Claim[]): boolean =>
  live.length === claims.length && live.every((payment) => claimOf(payment, claims)?.amount === payment.amount);

/** Only what nobody was asked for yet, as far as we know, is authorised. */
const partsOf = (
  payments: readonly PaymentRow[],
  claims: readonly Claim[],
  { goesOn, purchaser }: { readonly goesOn: boolean; readonly purchaser: string | null },
): Part[] =>
  payments.map((payment) => {
    const claim = claimOf(payment, claims);
    const isNew = payment.state === "created" && !(goesOn && payment.gateway_id !== "ledger");
    return { payment, offer: isNew ? claim?.offer : undefined, place: claim?.place ?? 0, purchaser };
  });
