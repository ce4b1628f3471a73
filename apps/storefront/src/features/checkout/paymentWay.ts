import type { Cart } from "@foyer/contract/cart.ts";
import { fromWire } from "@foyer/rules/money.ts";
import { isCardPayable } from "@foyer/rules/payable.ts";

/** How a cart can be paid for. 'unsupported': the amount is out of the bounds of cards. 'unavailable': its gateway cannot be reached from here. */
export type PaymentWay = "free" | "test" | "unsupported" | "unavailable";

export const paymentWay = ({
  payment_due_by_credit_card: due,
  currency,
  cart_fees,
}: Pick<Cart, "payment_due_by_credit_card" | "currency" | "cart_fees">): PaymentWay => {
  const amount = fromWire(due, currency);
  if (amount === 0) return "free";
  if (amount === undefined || !isCardPayable(amount, currency)) return "unsupported";
  return cart_fees[0]?.gateway_id === "test" ? "test" : "unavailable";
};
