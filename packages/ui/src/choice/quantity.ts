export type QuantityRule = {
  /** The fewest that can be taken. Below it there is only nothing: 0. */
  readonly min: number;
  readonly max: number;
  readonly step: number;
};

/** One press up: from nothing straight to the fewest that can be taken. */
export function quantityAbove(value: number, { min, max, step }: QuantityRule): number {
  const next = value < min || value <= 0 ? Math.max(min, step) : value + step;
  return next > max ? value : next;
}

/** One press down: below the fewest there is only 0. */
export function quantityBelow(value: number, { min, step }: QuantityRule): number {
  const next = value - step;
  return next < min || next < 0 ? 0 : next;
}

/** What a typed number means: the nearest allowed quantity that is not more than was asked for. */
export function settleQuantity(typed: number, { min, max, step }: QuantityRule): number {
  if (!Number.isFinite(typed)) return 0;
  const first = Math.max(min, step);
  const asked = Math.min(Math.trunc(typed), max);
  if (asked < first) return 0;
  return first + Math.floor((asked - first) / step) * step;
}
