import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { contextDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { amountStepOf } from "@foyer/rules/checkout/amountSteps.ts";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { cardGatewayOf, refusalContextOf } from "../../../providers/payments/gatewayRegistry.ts";
import type { PaymentRow } from "./paymentRow.ts";

/** A payment and the offer to authorize it with. Without an offer, only its status is requested. */
export type TenderPayment = {
  readonly payment: PaymentRow;
  readonly offer: PaymentInput | undefined;
  /** The position of its offer in the request. */
  readonly index: number;
  /** The purchaser's id; null while there is none. */
  readonly purchaser: string | null;
  /** The payment has already been counted as a try. */
  readonly isCounted?: boolean;
};

export type Tender = {
  readonly offer: PaymentInput;
  readonly amount: number;
  /** Identifies a gift card without storing its number; null for other tenders. */
  readonly account_ref: string | null;
  readonly index: number;
};

/** Ids of the offered gateways that are set up. */
export type ConfiguredGateways = ReadonlySet<string>;

/**
 * Read before the transaction begins: a gateway's keys are read on a connection of their own, and concurrent requests
 * that each already hold one would wait for each other.
 */
export const configuredGateways = async (
  { providers, seller }: Pick<RequestContext, "providers" | "seller">,
  list: readonly PaymentInput[],
): Promise<ConfiguredGateways> => {
  const named = [...new Set(list.map(({ gateway_id }) => gateway_id))];
  const found = await Promise.all(named.map(async (id) => [id, await providers.findGateway(id, seller.id)] as const));
  return new Set(found.flatMap(([id, gateway]) => (gateway ? [id] : [])));
};

/** `isChange`: the amount is that of a change of an order, which its buyer does not know as a cart. */
export const incorrectAmount = ({ isChange = false }: { readonly isChange?: boolean } = {}): Refused => {
  const context = "payment";
  const description = isChange ? contextDescriptions["payment_incorrect_amount:order"] : undefined;
  return new Refused({ code: "payment_incorrect_amount", context, ...(description !== undefined && { description }) });
};

/** Accepts gift cards, each once, followed by at most one card; or 'free' alone. */
export const parseTenders = (ctx: RequestContext, list: readonly PaymentInput[]): Tender[] => {
  const cards = list.filter((offer) => !isGiftCardPayment(offer));
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

/** A gift card's number gives access to its money, so only a signature of it is stored. */
const giftCardReference = ({ providers }: RequestContext, offer: PaymentInput): string | null => {
  if (!isGiftCardPayment(offer)) return null;
  const { number, ledger_id } = offer.gateway_data;
  return providers.sign(`gift card ${ledger_id} ${normalizeGiftCardNumber(number)}`);
};

export const refuseTender = (
  ctx: RequestContext,
  { offer, amount }: Tender,
  held: { readonly sells_gift_cards: boolean },
  gateways: ConfiguredGateways,
): void => {
  if (isGiftCardPayment(offer)) {
    // Otherwise the origin of the money could not be traced.
    if (held.sells_gift_cards) throw new Refused({ code: "ledger_not_allowed", context: "ledger" });
    if (!gateways.has(offer.gateway_id)) throw new Refused({ code: "gateway_not_available", context: "payment" });
    return;
  }
  const gateway = cardGatewayOf(ctx.seller);
  const currency = ctx.seller.default_currency_code;
  if (!isCardPayable(amount, currency, amountStepOf(gateway, currency)))
    throw new Refused({ code: "payment_not_supported", context: "payment" });
  if (offer.gateway_id !== gateway) throw new Refused({ code: "gateway_not_available", context: "payment" });
  if (!gateways.has(offer.gateway_id))
    throw new Refused({ code: "not_configured", context: refusalContextOf(offer.gateway_id) });
};

const referencesIn = (offer: PaymentInput) =>
  (offer.gateway_data ?? {}) as { readonly payment_id?: string; readonly payment_intent_id?: string };

/**
 * Whether the payer returns from their bank: the request then gives the payment's id, ours or the provider's. Refuses a
 * payment of another cart. Amounts are ignored, because the payments have them.
 */
export const isContinuation = (tenders: readonly Tender[], current: readonly PaymentRow[]): boolean => {
  const card = current.find((payment) => !isGiftCardPayment(payment));
  return tenders.some(({ offer }) => {
    const { payment_id, payment_intent_id } = referencesIn(offer);
    const isForeign =
      (payment_id !== undefined && payment_id !== card?.id) ||
      (payment_intent_id !== undefined && payment_intent_id !== card?.provider_ref);
    if (isForeign) throw new Refused({ code: "payment_incomplete", context: "payment" });
    return payment_id !== undefined || payment_intent_id !== undefined;
  });
};

const tenderFor = (payment: PaymentRow, tenders: readonly Tender[]): Tender | undefined =>
  tenders.find(({ account_ref, offer }) =>
    isGiftCardPayment(payment) ? account_ref === payment.account_ref : offer.gateway_id === payment.gateway_id,
  );

/** Whether the request repeats the payments in progress: same gift cards, amounts and consents. The card may differ. */
export const isSameRequest = (current: readonly PaymentRow[], tenders: readonly Tender[]): boolean =>
  current.length === tenders.length &&
  current.every((payment) => {
    const tender = tenderFor(payment, tenders);
    return tender?.amount === payment.amount && (tender.offer.auto_renew ?? false) === payment.auto_renew;
  });

/**
 * Pairs payments with their offers. Only those that have not been sent to a provider, as far as we know, are authorized.
 */
export const tenderPayments = (
  payments: readonly PaymentRow[],
  tenders: readonly Tender[],
  { isReturn, purchaser }: { readonly isReturn: boolean; readonly purchaser: string | null },
): TenderPayment[] =>
  payments.map((payment) => {
    const tender = tenderFor(payment, tenders);
    const isNew = payment.state === "created" && !(isReturn && !isGiftCardPayment(payment));
    return { payment, offer: isNew ? tender?.offer : undefined, index: tender?.index ?? 0, purchaser };
  });
