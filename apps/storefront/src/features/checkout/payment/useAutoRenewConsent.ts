import type { Cart } from "@foyer/contract/shop/cart.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";

/** Whether the visitor agreed to automatic renewal when adding the membership to this cart. Sent with the payment. */
export const useAutoRenewConsent = ({ id, membership_action }: Pick<Cart, "id" | "membership_action">): boolean => {
  const { configuration } = useSeller();
  const [{ auto_renew, cart_id }] = useSaved();
  const isOwn = membership_action === "buy" || membership_action === "renew";
  return isOwn && auto_renew && cart_id === id && autoRenewPrompt(configuration) !== "never";
};
