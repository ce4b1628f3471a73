import type { Figures } from "./reportFigures.ts";

/** What the journal alone does not tell of changed balances: it knows a rise from a fall, which it takes for a voiding. */
export type CardActSums = {
  /** Taken off cards that stay in use (below 0), less what voided ones got back (above 0). */
  readonly adjusted: number;
  /** Taken off cards whose end has passed: below 0. */
  readonly ended: number;
  /** Given back to those with a later end. */
  readonly extended: number;
};

/** The figures of gift cards with each change of a balance where it belongs. Their sum stays as it is. */
export const withCardActs = (figures: Figures, { adjusted, ended, extended }: CardActSums): Figures =>
  figures
    .with(5, (figures[5] ?? 0) + adjusted - extended)
    .with(6, (figures[6] ?? 0) - adjusted - ended)
    .with(7, (figures[7] ?? 0) + ended + extended);
