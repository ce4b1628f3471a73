/** How many tickets of which session one cart holds. */
export type HolderCart = { readonly bySession: Map<string, number> };

export type HoldLimits = {
  readonly carts_of_visitor: number;
  readonly carts_of_address: number;
  /** Percent of a session's places. */
  readonly share_of_visitor: number;
  readonly share_of_address: number;
  /** So many tickets are never too many. */
  readonly always_allowed: number;
};

type HoldLimit = { readonly carts: number; readonly share: number; readonly always_allowed: number };

/**
 * May somebody who has `others` hold this as well? One cart alone may hold what an order may have; only who has several
 * is asked what they hold together, of each session that this cart is about. `capacities` below zero have no limit.
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
    const heldElsewhere = others.reduce((sum, { bySession }) => sum + (bySession.get(session) ?? 0), 0);
    if (capacity < 0 || heldElsewhere === 0) continue;
    if (heldElsewhere + count > Math.max(always_allowed, Math.floor((capacity * share) / 100))) return false;
  }
  return true;
};
