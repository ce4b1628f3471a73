export type QuantityRule = {
  /** The minimum quantity, besides 0. */
  readonly min: number;
  readonly max: number;
  readonly step: number;
};

/** One step up: from 0 to the minimum. */
export function quantityAbove(value: number, { min, max, step }: QuantityRule): number {
  const next = value < min || value <= 0 ? Math.max(min, step) : value + step;
  return next > max ? value : next;
}

/** One step down: below the minimum only 0 is allowed. */
export function quantityBelow(value: number, { min, step }: QuantityRule): number {
  const next = value - step;
  return next < min || next < 0 ? 0 : next;
}

/** The largest allowed quantity that is not more than the typed one. */
export function settleQuantity(typed: number, { min, max, step }: QuantityRule): number {
  if (!Number.isFinite(typed)) return 0;
  const first = Math.max(min, step);
  const requested = Math.min(Math.trunc(typed), max);
  if (requested < first) return 0;
  return first + Math.floor((requested - first) / step) * step;
}

/** The first whole number in what is typed, so that 2.5 is not 25; at most four digits. */
export const typedDigits = (typed: string): string => /\d{1,4}/.exec(typed.normalize("NFKC"))?.[0] ?? "";
