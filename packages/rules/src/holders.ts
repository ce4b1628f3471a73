/** How many tickets of which session one cart holds. */
export type HeldCart = { readonly bySession: Map<string, number> };

export type HoldLimits = {
  readonly carts_of_visitor: number;
  readonly carts_of_address: number;
  /** Percent of a session's places. */
  readonly share_of_visitor: number;
  readonly share_of_address: number;
  /** So many tickets are never too many. */
  readonly always: number;
};

type Most = { readonly carts: number; readonly share: number; readonly always: number };

/**
 * May somebody who has `others` hold this as well? One cart alone may hold what an order may have; only who has several
 * is asked what they hold together, of each session that this cart is about. `capacities` below zero have no limit.
 */
export const mayHold = (
  wanted: ReadonlyMap<string, number>,
  others: readonly HeldCart[],
  capacities: ReadonlyMap<string, number>,
  { carts, share, always }: Most,
): boolean => {
  if (others.length === 0) return true;
  if (others.length + 1 > carts) return false;
  for (const [session, count] of wanted) {
    const capacity = capacities.get(session) ?? -1;
    const besides = others.reduce((sum, { bySession }) => sum + (bySession.get(session) ?? 0), 0);
    if (capacity < 0 || besides === 0) continue;
    if (besides + count > Math.max(always, Math.floor((capacity * share) / 100))) return false;
  }
  return true;
};
