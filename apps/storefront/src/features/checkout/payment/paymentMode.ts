import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";
import { configuredGateway } from "./gateways.ts";
import type { PageGatewayId } from "./pageGateway.ts";

/**
 * How a cart can be paid for. `unsupported`: the amount is outside the limits of cards. `unavailable`: its gateway is not
 * configured, or did not load.
 */
export type PaymentMode =
  | { readonly kind: "free" | "unsupported" | "unavailable" }
  | { readonly kind: "gateway"; readonly gateway: PageGatewayId };

export const paymentModeOf = (
  { currency, cart_fees }: Pick<Cart, "currency" | "cart_fees">,
  remaining: Minor,
): PaymentMode => {
  if (remaining === 0) return { kind: "free" };
  if (!isCardPayable(remaining, currency)) return { kind: "unsupported" };
  const gateway = configuredGateway(cart_fees[0]);
  return gateway === undefined ? { kind: "unavailable" } : { kind: "gateway", gateway };
};
