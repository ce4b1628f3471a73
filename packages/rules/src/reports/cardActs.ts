import type { Figures } from "./reportFigures.ts";

/**
 * Balance changes that the journal alone cannot tell apart: it books every increase as an adjustment and every decrease as
 * a voided card.
 */
export type CardActSums = {
  /** Taken off cards that stay in use (negative), plus what was restored to voided ones (positive). */
  readonly adjusted: number;
  /** Taken off cards that have expired: negative. */
  readonly ended: number;
  /** Restored to expired cards that got a later expiry. */
  readonly extended: number;
};

/** Moves each balance change in the gift card figures to its column. The sum stays the same. */
export const withCardActs = (figures: Figures, { adjusted, ended, extended }: CardActSums): Figures =>
  figures
    .with(5, (figures[5] ?? 0) + adjusted - extended)
    .with(6, (figures[6] ?? 0) - adjusted - ended)
    .with(7, (figures[7] ?? 0) + ended + extended);
