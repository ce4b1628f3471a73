import type { Cart } from "@foyer/contract/cart.ts";
import { autoRenewAsk } from "@foyer/rules/renewals.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";

/** Whoever put the membership into this cart agreed that it renews itself: said with the payment. */
export const useRenewal = ({ id, membership_action }: Pick<Cart, "id" | "membership_action">): boolean => {
  const { configuration } = useSeller();
  const [{ auto_renew, cart_id }] = useSaved();
  const isOwn = membership_action === "buy" || membership_action === "renew";
  return isOwn && auto_renew && cart_id === id && autoRenewAsk(configuration) !== "never";
};
