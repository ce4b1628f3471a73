import type { CodeContext } from "@foyer/rules/pricing/applyCodes.ts";
import type { OrderChanges } from "../change/orderChanges.ts";
import type { CartChangeRequest } from "../hold/cartChange.ts";
import type { CodeUsage } from "./codeUsage.ts";
import type { DiscountState } from "./discountState.ts";

/** The codes and discounts that a batch of changes has loaded. */
type KnownCodes = {
  readonly codes: CodeUsage;
  readonly discounts: DiscountState;
  readonly orderChanges: OrderChanges;
};

/**
 * Which codes a visitor may use, and which discounts their cart already has, including those of the order that it
 * changes.
 */
export const codeEligibility = (
  { codes, discounts, orderChanges }: KnownCodes,
  { ctx, cart_id }: CartChangeRequest,
): Pick<CodeContext, "canUse" | "activeDiscounts"> => {
  const identity_id = ctx.visitor?.identity_id;
  const ofOrder = orderChanges.ofCart(cart_id ?? "")?.order.discounts ?? [];
  return {
    canUse: (code) => codes.mayUse(code, { identity_id }),
    activeDiscounts: new Set([...discounts.appliedTo(cart_id), ...ofOrder.map(({ id }) => id)]),
  };
};
