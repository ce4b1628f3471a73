import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { foldGiftCardNumber } from "@foyer/rules/giftCard.ts";
import { fromWire } from "@foyer/rules/money.ts";
import { isCardPayable } from "@foyer/rules/payable.ts";
import { guardStands } from "../../db/faults.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { PaymentRow } from "./checkout.sql.ts";

/** One row, and the offer it is authorised with; without one it is only asked after. */
export type Part = {
  readonly payment: PaymentRow;
  readonly offer: PaymentOffer | undefined;
  /** Of its offer in what was sent. */
  readonly place: number;
  /** Who buys, as far as they are known yet. */
  readonly purchaser: string | null;
  /** It is among the tries already. */
  readonly isCounted?: boolean;
};

export type Claim = {
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

export const incorrectAmount = () => new Refused({ code: "payment_incorrect_amount", context: "payment" });

/** Offers in their form: gift cards, each once, before one card at most; or nothing but 'free'. */
export const claimsOf = (ask: Ask, list: readonly PaymentOffer[]): Claim[] => {
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

export const refuseToTake = (
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
  if (!isCardPayable(amount, ask.seller.default_currency_code) && guardStands("card_bounds"))
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
export const isToGoOn = (claims: readonly Claim[], live: readonly PaymentRow[]): boolean => {
  const card = live.find(({ gateway_id }) => gateway_id !== "ledger");
  return claims.some(({ offer }) => {
    const { payment_id, payment_intent_id } = namedIn(offer);
    const other =
      (payment_id !== undefined && payment_id !== card?.id) ||
      (payment_intent_id !== undefined && payment_intent_id !== card?.provider_ref);
    if (other && guardStands("payment_of_cart")) throw new Refused({ code: "payment_incomplete", context: "payment" });
    return payment_id !== undefined || payment_intent_id !== undefined;
  });
};

const claimOf = (payment: PaymentRow, claims: readonly Claim[]): Claim | undefined =>
  claims.find(({ account_ref, offer }) =>
    payment.gateway_id === "ledger" ? account_ref === payment.account_ref : offer.gateway_id === payment.gateway_id,
  );

/** Said again, perhaps with another card: the same gift cards, the same amounts and the same agreed to. */
export const isSame = (live: readonly PaymentRow[], claims: readonly Claim[]): boolean =>
  live.length === claims.length &&
  live.every((payment) => {
    const claim = claimOf(payment, claims);
    return claim?.amount === payment.amount && (claim.offer.auto_renew ?? false) === payment.auto_renew;
  });

/** Only what nobody was asked for yet, as far as we know, is authorised. */
export const partsOf = (
  payments: readonly PaymentRow[],
  claims: readonly Claim[],
  { goesOn, purchaser }: { readonly goesOn: boolean; readonly purchaser: string | null },
): Part[] =>
  payments.map((payment) => {
    const claim = claimOf(payment, claims);
    const isNew = payment.state === "created" && !(goesOn && payment.gateway_id !== "ledger");
    return { payment, offer: isNew ? claim?.offer : undefined, place: claim?.place ?? 0, purchaser };
  });
