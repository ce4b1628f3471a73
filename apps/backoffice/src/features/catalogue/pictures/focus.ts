import { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";

export const middle: PictureFocus = { x: 50, y: 50 };

/** The focal point of a catalogue picture. An invalid one counts as absent and is reported elsewhere. */
export const readFocus = (value: unknown): PictureFocus | undefined => PictureFocus.safeParse(value).data;

const percent = (value: number): number => Math.min(100, Math.max(0, Math.round(value)));
export const clampFocus = ({ x, y }: PictureFocus): PictureFocus => ({ x: percent(x), y: percent(y) });

/** The middle is the default and is not written to the document. */
export const writtenFocus = ({ x, y }: PictureFocus): PictureFocus | undefined =>
  x === middle.x && y === middle.y ? undefined : { x, y };

/** The storefront's style sheet has steps of 5 %. */
export const shownPosition = ({ x, y }: PictureFocus): string => `${Math.round(x / 5) * 5}% ${Math.round(y / 5) * 5}%`;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point after a key press: moved by one percent, or by ten with Shift; undefined for other keys. */
export const movedByKey = (from: PictureFocus, key: string, isFast: boolean): PictureFocus | undefined => {
  const step = steps[key];
  const by = isFast ? 10 : 1;
  return step && clampFocus({ x: from.x + step[0] * by, y: from.y + step[1] * by });
};
