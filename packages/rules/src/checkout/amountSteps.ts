import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { toDecimal, type Minor } from "../values/money.ts";
import { defaultCardGateway, isCardPayment } from "./gateways.ts";
import { stripeAmountStep } from "./stripeAmount.ts";

/** The steps between the amounts that each gateway takes. */
const amountSteps: Readonly<Record<CardGatewayId, (currency: string) => Minor>> = {
  test: () => 1,
  stripe: stripeAmountStep,
};

/** The step between the amounts that a gateway takes: with 10, it takes 1.230 dinars but not 1.234. */
export const amountStepOf = (gateway_id: CardGatewayId, currency: string): Minor => amountSteps[gateway_id](currency);

type SellerOfAmounts = {
  readonly configuration: Pick<Configuration, "gateway">;
  readonly default_currency_code: string;
};

/** The step to which amounts of a seller are rounded when they are computed: percentages, shares and instalments. */
export const sellerAmountStep = (
  { configuration, default_currency_code }: SellerOfAmounts,
  currency = default_currency_code,
): Minor => amountStepOf(configuration.gateway ?? defaultCardGateway, currency);

/**
 * The step between the amounts in which a payment can be refunded: that of its card gateway. Gift cards, cash and the box
 * office's terminals refund any amount.
 */
export const refundStepOf = (payment: { readonly gateway_id: string }, currency: string): Minor =>
  isCardPayment(payment) ? amountStepOf(payment.gateway_id, currency) : 1;

/** What the refusal of an amount between two steps says about it (`extra`). */
export const amountStepReason = (step: Minor, currency: string) => ({
  reason: "amount_step",
  step: toDecimal(step, currency),
  currency,
});
