import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import type { Minor } from "@foyer/rules/money.ts";

/** Gift cards that pay a part, and what is left for a card, in minor units. */
export const useGiftCards = (
  _cart: Pick<Cart, "currency">,
  amount: Minor,
): { readonly offers: readonly PaymentOffer[]; readonly rest: Minor } => ({ offers: [], rest: amount });
