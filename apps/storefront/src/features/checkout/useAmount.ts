import type { Cart } from "@foyer/contract/cart.ts";
import { fromWire, type Minor } from "@foyer/rules/money.ts";

/** How much is paid now, in minor units: what is due. */
export const useAmount = (cart: Pick<Cart, "payment_due_by_credit_card" | "currency">): { readonly amount: Minor } => ({
  amount: fromWire(cart.payment_due_by_credit_card, cart.currency) ?? 0,
});
