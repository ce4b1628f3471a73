import type { Minor } from "../values/money.ts";

/** A refund that its provider refused and that has not been paid in another way yet. */
export type OwedRefund = {
  readonly id: string;
  readonly amount: Minor;
  readonly created_at: string;
  /** The provider refused it because the money had already been refunded there. */
  readonly went_before: boolean;
};

/** A manual refund of the same order, made here or at the provider. */
export type RefundByHand = {
  readonly amount: Minor;
  readonly created_at: string;
  readonly is_external: boolean;
  /** The provider has not answered yet. */
  readonly is_pending: boolean;
};

type Refunds = {
  readonly owed: readonly OwedRefund[];
  readonly by_hand: readonly RefundByHand[];
  /** The amount of manual refunds that already settled earlier failed refunds. */
  readonly settled: Minor;
};

const isFor = ({ created_at, went_before }: OwedRefund, by: RefundByHand): boolean =>
  by.created_at > created_at || (went_before && by.is_external);

/** The amount of manual refunds that is available for a failed refund. */
export const paidForOwed = (owed: OwedRefund, { by_hand, settled }: Omit<Refunds, "owed">): Minor =>
  Math.max(0, by_hand.reduce((sum, by) => (isFor(owed, by) ? sum + by.amount : sum), 0) - settled);

/**
 * The failed refunds that manual refunds have paid: first the one of exactly that amount, then the oldest. A refund is only
 * settled as a whole, and never by one that the provider has not answered.
 */
export const settleFailedRefunds = ({ owed, by_hand, settled }: Refunds): readonly string[] => {
  const sent = by_hand.filter(({ is_pending }) => !is_pending);
  const isExact = (one: OwedRefund): boolean => sent.some((by) => isFor(one, by) && by.amount === one.amount);
  const inOrder = [...owed].sort(
    (one, other) => Number(isExact(other)) - Number(isExact(one)) || one.created_at.localeCompare(other.created_at),
  );
  let total = settled;
  const ids: string[] = [];
  for (const one of inOrder) {
    if (paidForOwed(one, { by_hand: sent, settled: total }) < one.amount) continue;
    total += one.amount;
    ids.push(one.id);
  }
  return ids;
};
