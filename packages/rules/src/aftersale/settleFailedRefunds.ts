import type { Minor } from "../values/money.ts";

/** A refund of an order that its provider refused, and whose money went no other way yet. */
export type OwedRefund = {
  readonly id: string;
  readonly amount: Minor;
  readonly created_at: string;
  /** Its provider refused it because the money had gone back there already. */
  readonly went_before: boolean;
};

/** A refund of the same order that somebody made by hand, here or at the provider. */
export type RefundByHand = {
  readonly amount: Minor;
  readonly created_at: string;
  readonly is_external: boolean;
  /** Its provider has not answered yet. */
  readonly is_pending: boolean;
};

type Refunds = {
  readonly owed: readonly OwedRefund[];
  readonly by_hand: readonly RefundByHand[];
  /** What refunds by hand have settled before. */
  readonly settled: Minor;
};

const isFor = ({ created_at, went_before }: OwedRefund, by: RefundByHand): boolean =>
  by.created_at > created_at || (went_before && by.is_external);

/** What refunds by hand that came after a failed one have left for it. */
export const paidForOwed = (owed: OwedRefund, { by_hand, settled }: Omit<Refunds, "owed">): Minor =>
  Math.max(0, by_hand.reduce((sum, by) => (isFor(owed, by) ? sum + by.amount : sum), 0) - settled);

/**
 * The failed refunds whose money has gone back by refunds that were made by hand: the one of exactly that amount first, then
 * the oldest. A part of one settles nothing, and neither does what its provider has not answered.
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
