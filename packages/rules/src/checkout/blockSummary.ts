import type { Cart } from "@foyer/contract/shop/cart.ts";

export type BlockSummary = {
  /** A code lifts it, or nothing does but another cart. */
  readonly kind: "code_required" | "not_allowed";
  /** Why, each reason once; what no code lifts comes first. */
  readonly reasons: readonly string[];
};

/** What stands in the way of paying for a cart; undefined where nothing does, as once a part of it is paid. */
export const blockSummary = ({
  blocking_rules,
  cart_mods,
  completed_payments,
}: Pick<Cart, "blocking_rules" | "cart_mods" | "completed_payments">): BlockSummary | undefined => {
  if (completed_payments.length > 0) return undefined;
  const wanting = cart_mods.filter((mod) => mod.blocking_checkout);
  if (blocking_rules.length === 0 && wanting.length === 0) return undefined;
  const notAllowed = blocking_rules.filter((rule) => rule.block_reason === "not_allowed");
  const codeRequired = blocking_rules.filter((rule) => rule.block_reason === "code_required");
  const descriptions = [
    ...[...notAllowed, ...codeRequired].map((rule) => rule.description),
    ...wanting.map((mod) => mod.description ?? mod.name),
  ];
  return {
    kind: notAllowed.length > 0 ? "not_allowed" : "code_required",
    reasons: [...new Set(descriptions.filter((text) => text.trim() !== ""))],
  };
};
