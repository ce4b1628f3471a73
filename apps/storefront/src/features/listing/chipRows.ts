/**
 * The width that filter buttons need and the end of their first row, estimated from their labels alone: the server knows
 * the labels but not the screen, the style sheet the screen but not the labels. In rem; rather too wide than too narrow.
 */

/** A button's horizontal padding, and the gap to the next (Chips.module.css). */
const chipPadding = 1.5;
const gap = 0.5;

const narrow = /[iljtfrI1.,:;'’|!()\s-]/;
const wide = /[mwMW@%&—]/;
/** Widths of letters in the widest text typeface that sellers can choose, at the weight of labels. */
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

/** The widest step in ChipsOrList.module.css; above it the list is shown everywhere. */
export const maxStep = 72;
const step = 2;
/** The step for what decides about one row, where some extra space does no harm. */
const wideStep = 4;
/** A factor for combinations of letters that are wider than the letters alone. */
const spare = 1.06;
const upTo = (width: number, size: number, max = maxStep): number =>
  Math.min(max + size, Math.ceil(width / size) * size);
/** The maximum width of groups beside each other: that of the page. */
export const maxBeside = 88;

/** How buttons are laid out, in steps of the style sheets, whatever fonts are available. */
export type ChipRows = {
  /** The smallest width at which they fit into one row. */
  readonly one: number;
  /** The smallest width at which they fit into two rows. */
  readonly two: number;
  /** The number of buttons in the first of two rows, when both are as equal in length as possible. */
  readonly first: number;
};

export const chipRows = (labels: readonly string[]): ChipRows => {
  const chips = labels.map(chipWidth);
  const splits = chips.map((_, index) =>
    Math.max(rowWidth(chips.slice(0, index + 1)), rowWidth(chips.slice(index + 1))),
  );
  const two = Math.min(...splits, Infinity);
  return { one: upTo(rowWidth(chips) * spare, wideStep), two: upTo(two, step), first: splits.indexOf(two) + 1 };
};

/** The smallest width, in wide steps, at which groups of buttons fit beside each other, each in one row. */
export const widthBeside = (groups: readonly ChipRows[]): number =>
  upTo(
    groups.reduce((sum, { one }) => sum + one, 0),
    wideStep,
    maxBeside,
  );
