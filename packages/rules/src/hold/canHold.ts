/** Number of tickets that one cart holds, by session id. */
export type HolderCart = { readonly bySession: Map<string, number> };

export type HoldLimits = {
  readonly carts_of_visitor: number;
  readonly carts_of_address: number;
  /** Percent of a session's capacity. */
  readonly share_of_visitor: number;
  readonly share_of_address: number;
  /** This many tickets are always allowed. */
  readonly always_allowed: number;
};

type HoldLimit = { readonly carts: number; readonly share: number; readonly always_allowed: number };

/**
 * May a visitor who already has `others` carts hold these tickets too? A single cart is only limited per order; several
 * carts are limited together, for each session in this request. A negative capacity is unlimited.
 */
export const canHold = (
  wanted: ReadonlyMap<string, number>,
  others: readonly HolderCart[],
  capacities: ReadonlyMap<string, number>,
  { carts, share, always_allowed }: HoldLimit,
): boolean => {
  if (others.length === 0) return true;
  if (others.length + 1 > carts) return false;
  for (const [session, count] of wanted) {
    const capacity = capacities.get(session) ?? -1;
    const heldInOtherCarts = others.reduce((sum, { bySession }) => sum + (bySession.get(session) ?? 0), 0);
    if (capacity < 0 || heldInOtherCarts === 0) continue;
    if (heldInOtherCarts + count > Math.max(always_allowed, Math.floor((capacity * share) / 100))) return false;
  }
  return true;
};
