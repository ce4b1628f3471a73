import { useCallback, useState } from "react";
import { useSeller } from "../../shared/seller/seller.tsx";
import { readCheckoutDraft, saveCheckoutDraft, type CheckoutDraft } from "../../shared/storage/checkoutDraft.ts";

export type KeptDraft = {
  /** What was typed for this cart before the page was opened. */
  readonly kept: CheckoutDraft;
  readonly save: (part: CheckoutDraft) => void;
};

/**
 * Keeps the typed values of a cart's checkout across reloads, other pages and the bank's page. The change of an order has a
 * draft separate from that of the visitor's cart.
 */
export const useCheckoutDraft = (cart_id: string, use: "purchase" | "change" = "purchase"): KeptDraft => {
  const { slug: seller } = useSeller();
  const slug = use === "change" ? `${seller}.change` : seller;
  const [kept] = useState(() => readCheckoutDraft(slug, cart_id));
  const save = useCallback((part: CheckoutDraft) => saveCheckoutDraft(slug, cart_id, part), [slug, cart_id]);
  return { kept, save };
};
