import type { Seller } from "@foyer/contract/shop/seller.ts";

/**
 * What a link to the page of an order may promise: that its tickets can be cancelled there, only changed, or neither. Free
 * tickets can always be given up; what applies to each ticket is shown on that page.
 */
export const changeOffer = (
  { configuration: { self_edit } }: Pick<Seller, "configuration">,
  { isFree }: { readonly isFree: boolean },
): "cancel" | "change" | undefined => {
  if (isFree) return "cancel";
  if (!self_edit?.enabled || self_edit.allow?.length === 0) return undefined;
  return self_edit.allow?.includes("cancel") === false ? "change" : "cancel";
};
