import type { Day } from "@foyer/contract/basics.ts";
import { allocate, type Minor } from "../../values/money.ts";
import type { Installment } from "./paymentPlan.ts";

export type ReshapedPlan = {
  /** The remaining schedule; it adds up to the new price, sorted by day. */
  readonly parts: readonly Installment[];
  /** What was paid in excess of the new price, in minor units. */
  readonly refund: Minor;
};

/**
 * The schedule of a partly paid cart after its price has changed. Paid installments stay as they are. Open ones shrink or
 * grow in proportion, in multiples of `step`, and keep their due dates, but none is due after `lastDay`, the day of the last visit. Any excess
 * payment is refunded.
 */
export const reshapePlan = (
  parts: readonly Installment[],
  {
    paid,
    total,
    lastDay,
    step,
  }: { readonly paid: Minor; readonly total: Minor; readonly lastDay: Day | null; readonly step: Minor },
): ReshapedPlan => {
  let left = paid;
  const before = parts.map(({ due_date, amount }) => {
    const covered = Math.min(left, amount);
    left -= covered;
    return { due_date, covered, open: amount - covered };
  });
  const open = allocate(
    Math.max(0, total - paid),
    before.map((part) => part.open),
    step,
  );
  let kept = Math.min(paid, total);
  const after = before.map(({ due_date, covered }, index): Installment => {
    const stays = Math.min(kept, covered);
    kept -= stays;
    return { due_date: notAfter(due_date, lastDay), amount: stays + (open[index] ?? 0) };
  });
  return { parts: byDay(after), refund: Math.max(0, paid - total) };
};

const notAfter = (day: Day, lastDay: Day | null): Day => (lastDay !== null && lastDay < day ? lastDay : day);

/** Combines parts that are due on the same day, and drops empty ones. */
const byDay = (parts: readonly Installment[]): readonly Installment[] => {
  const amounts = new Map<Day, Minor>();
  for (const { due_date, amount } of parts) amounts.set(due_date, (amounts.get(due_date) ?? 0) + amount);
  return [...amounts]
    .map(([due_date, amount]) => ({ due_date, amount }))
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
};
