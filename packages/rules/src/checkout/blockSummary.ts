import type { Cart } from "@foyer/contract/shop/cart.ts";

export type BlockSummary = {
  /** Whether a code lifts the block; otherwise only a different cart does. */
  readonly kind: "code_required" | "not_allowed";
  /** The reasons, without duplicates; those that no code lifts come first. */
  readonly reasons: readonly string[];
};

/** Why a cart cannot be paid for; undefined if it can, as after a partial payment. */
export const blockSummary = ({
  blocking_rules,
  cart_mods,
  completed_payments,
}: Pick<Cart, "blocking_rules" | "cart_mods" | "completed_payments">): BlockSummary | undefined => {
  if (completed_payments.length > 0) return undefined;
  const blockingMods = cart_mods.filter((mod) => mod.blocking_checkout);
  if (blocking_rules.length === 0 && blockingMods.length === 0) return undefined;
  const notAllowed = blocking_rules.filter((rule) => rule.block_reason === "not_allowed");
  const codeRequired = blocking_rules.filter((rule) => rule.block_reason === "code_required");
  const descriptions = [
    ...[...notAllowed, ...codeRequired].map((rule) => rule.description),
    ...blockingMods.map((mod) => mod.description ?? mod.name),
  ];
  return {
    kind: notAllowed.length > 0 ? "not_allowed" : "code_required",
    reasons: [...new Set(descriptions.filter((text) => text.trim() !== ""))],
  };
};
