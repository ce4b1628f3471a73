import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftCard.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { PaymentRow } from "../checkout.sql.ts";

/** One row, and the offer it is authorised with; without one it is only asked after. */
export type TenderPayment = {
  readonly payment: PaymentRow;
  readonly offer: PaymentInput | undefined;
  /** Of its offer in what was sent. */
  readonly index: number;
  /** Who buys, as far as they are known yet. */
  readonly purchaser: string | null;
  /** It is among the tries already. */
  readonly isCounted?: boolean;
};

export type Tender = {
  readonly offer: PaymentInput;
  readonly amount: number;
  /** Which gift card it is, without its number. */
  readonly account_ref: string | null;
  readonly index: number;
};

/** Those of the offers' gateways that are set up. */
export type ConfiguredGateways = ReadonlySet<string>;

/**
 * Looked for before the transaction begins: a gateway's keys are read on a connection of their own, and many who each
 * held one already would wait for each other's.
 */
export const configuredGateways = async (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  list: readonly PaymentInput[],
): Promise<ConfiguredGateways> => {
  const named = [...new Set(list.map(({ gateway_id }) => gateway_id))];
  const found = await Promise.all(named.map(async (id) => [id, await providers.findGateway(id, seller.id)] as const));
  return new Set(found.flatMap(([id, gateway]) => (gateway ? [id] : [])));
};

export const incorrectAmount = () => new Refused({ code: "payment_incorrect_amount", context: "payment" });

/** Offers in their form: gift cards, each once, before one card at most; or nothing but 'free'. */
export const parseTenders = (ctx: RequestContext, list: readonly PaymentInput[]): Tender[] => {
  const cards = list.filter(({ gateway_id }) => gateway_id !== "ledger");
  if (cards.length > 1 || (cards.length === 1 && list.at(-1) !== cards[0]))
    throw new Refused({ code: "gateway_not_available", context: "payment" });
  const tenders = list.map((offer, index): Tender => {
    const amount = fromDecimal(offer.amount, ctx.seller.default_currency_code);
    if (amount === undefined) throw incorrectAmount();
    return { offer, amount, account_ref: giftCardReference(ctx, offer), index };
  });
  const accounts = tenders.flatMap(({ account_ref }) => account_ref ?? []);
  if (new Set(accounts).size < accounts.length)
    throw new Refused({ code: "validation_failed", context: "ledger", extra: { fields: ["number"] } });
  return tenders;
};

/** The number of a gift card is as good as money: what is kept of it names it to nobody. */
const giftCardReference = ({ providers }: RequestContext, offer: PaymentInput): string | null => {
  if (offer.gateway_id !== "ledger") return null;
  const { number, ledger_id } = offer.gateway_data;
  return providers.sign(`gift card ${ledger_id} ${normalizeGiftCardNumber(number)}`);
};

export const refuseTender = (
  ctx: RequestContext,
  { offer, amount }: Tender,
  held: { readonly sells_gift_cards: boolean },
  gateways: ConfiguredGateways,
): void => {
  if (offer.gateway_id === "ledger") {
    // Money of a gift card buys no other: it would lose where it came from (T50).
    if (held.sells_gift_cards) throw new Refused({ code: "ledger_not_allowed", context: "ledger" });
    if (!gateways.has("ledger")) throw new Refused({ code: "gateway_not_available", context: "payment" });
    return;
  }
  if (!isCardPayable(amount, ctx.seller.default_currency_code))
    throw new Refused({ code: "payment_not_supported", context: "payment" });
  if (offer.gateway_id !== (ctx.seller.configuration.gateway ?? "test"))
    throw new Refused({ code: "gateway_not_available", context: "payment" });
  if (!gateways.has(offer.gateway_id)) throw new Refused({ code: "not_configured", context: "stripe_gateway" });
};

const referencesIn = (offer: PaymentInput) =>
  (offer.gateway_data ?? {}) as { readonly payment_id?: string; readonly payment_intent_id?: string };

/**
 * Whoever comes back from their bank names the payment, by our name or by its provider's; only the cart's own goes on,
 * and with it the gift cards beside it. Amounts are not looked at: the rows have them.
 */
export const isContinuation = (tenders: readonly Tender[], live: readonly PaymentRow[]): boolean => {
  const card = live.find(({ gateway_id }) => gateway_id !== "ledger");
  return tenders.some(({ offer }) => {
    const { payment_id, payment_intent_id } = referencesIn(offer);
    const other =
      (payment_id !== undefined && payment_id !== card?.id) ||
      (payment_intent_id !== undefined && payment_intent_id !== card?.provider_ref);
    if (other) throw new Refused({ code: "payment_incomplete", context: "payment" });
    return payment_id !== undefined || payment_intent_id !== undefined;
  });
};

const tenderFor = (payment: PaymentRow, tenders: readonly Tender[]): Tender | undefined =>
  tenders.find(({ account_ref, offer }) =>
    payment.gateway_id === "ledger" ? account_ref === payment.account_ref : offer.gateway_id === payment.gateway_id,
  );

/** Said again, perhaps with another card: the same gift cards, the same amounts and the same agreed to. */
export const isSameRequest = (live: readonly PaymentRow[], tenders: readonly Tender[]): boolean =>
  live.length === tenders.length &&
  live.every((payment) => {
    const tender = tenderFor(payment, tenders);
    return tender?.amount === payment.amount && (tender.offer.auto_renew ?? false) === payment.auto_renew;
  });

/** Only what nobody was asked for yet, as far as we know, is authorised. */
export const tenderPayments = (
  payments: readonly PaymentRow[],
  tenders: readonly Tender[],
  { goesOn, purchaser }: { readonly goesOn: boolean; readonly purchaser: string | null },
): TenderPayment[] =>
  payments.map((payment) => {
    const tender = tenderFor(payment, tenders);
    const isNew = payment.state === "created" && !(goesOn && payment.gateway_id !== "ledger");
    return { payment, offer: isNew ? tender?.offer : undefined, index: tender?.index ?? 0, purchaser };
  });
