/**
 * How much width filter buttons need, computed from their labels alone: the server knows the labels and not the screen,
 * the style sheet the screen and not the labels. In rem, rather too much than too little.
 */

/** A button's horizontal padding, and the gap to the next (Filters.module.css). */
const chipPadding = 1.5;
const gap = 0.5;

const narrow = /[iljtfrI1.,:;'’|!()\s-]/;
const wide = /[mwMW@%&—]/;
/** Widths of letters in the widest text face that sellers can choose, at the weight of labels. */
const letterWidth = (character: string): number => {
  if (narrow.test(character)) return 0.38;
  if (wide.test(character)) return 0.95;
  if ((character.codePointAt(0) ?? 0) >= 0x1100) return 1.05;
  return /\p{Lu}|\d/u.test(character) ? 0.72 : 0.61;
};
const chipWidth = (label: string): number =>
  [...label].reduce((sum, character) => sum + letterWidth(character), chipPadding);
const rowWidth = (chips: readonly number[]): number =>
  chips.reduce((sum, chip) => sum + chip + gap, chips.length > 0 ? -gap : 0);

/** The widest step in the style sheet; above it the list is shown everywhere. */
export const maxStep = 72;
const step = 2;

/** The smallest width, in steps of the style sheet, at which these buttons fit into two rows. */
export const widthForTwoRows = (labels: readonly string[]): number => {
  const chips = labels.map(chipWidth);
  const splits = chips.map((_, index) =>
    Math.max(rowWidth(chips.slice(0, index + 1)), rowWidth(chips.slice(index + 1))),
  );
  return Math.min(maxStep + step, Math.ceil(Math.min(...splits, Infinity) / step) * step);
};
