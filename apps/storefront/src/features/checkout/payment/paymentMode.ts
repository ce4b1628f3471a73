import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";

/** How a cart can be paid for. 'unsupported': the amount is out of the bounds of cards. 'unavailable': its gateway cannot be reached from here. */
export type PaymentMode = "free" | "test" | "stripe" | "unsupported" | "unavailable";

/** `rest`: what is left for a card, in minor units. */
export const paymentModeOf = (
  { currency, cart_fees }: Pick<Cart, "currency" | "cart_fees">,
  rest: Minor,
): PaymentMode => {
  if (rest === 0) return "free";
  if (!isCardPayable(rest, currency)) return "unsupported";
  const [fee] = cart_fees;
  if (fee?.gateway_id === "stripe") return fee.publishable_key === null ? "unavailable" : "stripe";
  return fee?.gateway_id === "test" ? "test" : "unavailable";
};
