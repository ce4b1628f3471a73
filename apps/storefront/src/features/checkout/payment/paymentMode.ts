import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { amountStepOf } from "@foyer/rules/checkout/amountSteps.ts";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";
import { configuredGateway } from "./gateways.ts";
import type { PageGatewayId } from "./pageGateway.ts";

/**
 * How a cart can be paid for. `unsupported`: cards cannot pay this amount. `unavailable`: its gateway is not
 * configured, or did not load.
 */
export type PaymentMode =
  | { readonly kind: "free" | "unsupported" | "unavailable" }
  | { readonly kind: "gateway"; readonly gateway: PageGatewayId };

type PayableCart = Pick<Cart, "currency" | "cart_fees">;

/** The step between the amounts that the cart's card gateway takes. */
export const cardStepOf = ({ currency, cart_fees }: PayableCart): Minor => {
  const gateway = configuredGateway(cart_fees[0]);
  return gateway === undefined ? 1 : amountStepOf(gateway, currency);
};

export const paymentModeOf = ({ currency, cart_fees }: PayableCart, remaining: Minor): PaymentMode => {
  if (remaining === 0) return { kind: "free" };
  if (!isCardPayable(remaining, currency, cardStepOf({ currency, cart_fees }))) return { kind: "unsupported" };
  const gateway = configuredGateway(cart_fees[0]);
  return gateway === undefined ? { kind: "unavailable" } : { kind: "gateway", gateway };
};
