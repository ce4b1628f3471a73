import type { HallRecord } from "./readHall.ts";
import type { Numbering, Point, WrittenGap } from "./writtenHall.ts";

/** Rows behind each other, described by measurements as on a plan. */
export type RowRule = {
  readonly names: readonly string[];
  /** The number of seats in the first row and in the last; the rows between are interpolated. */
  readonly seats: number;
  readonly lastSeats: number;
  /** The position of the first seat of the first row. */
  readonly at: Point;
  /** From the centre of a seat to the next, and from row to row. */
  readonly seatDistance: number;
  readonly rowDistance: number;
  /**
   * The direction of the rows, in degrees: 0 from left to right, 90 downwards. Further rows lie to the right of that
   * direction.
   */
  readonly angle: number;
  /** How far the middle of a row lies to the right of the line between its ends. */
  readonly bend: number;
  readonly gaps: readonly WrittenGap[];
  readonly numbering: Numbering;
  /** The first number; undefined for the numbering's default. */
  readonly start: number | undefined;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** The entry of a section that lays these rows out. A last row of another length is centred behind the first. */
export const rowsByRule = (rule: RowRule): HallRecord => {
  const { names, seats, lastSeats, at, rowDistance, angle, bend, gaps, numbering, start } = rule;
  const turn = (angle * Math.PI) / 180;
  const along: Point = [Math.cos(turn), Math.sin(turn)];
  const behind: Point = [-along[1], along[0]];
  const from = (right: number, back: number): Point => [
    round(at[0] + along[0] * right + behind[0] * back),
    round(at[1] + along[1] * right + behind[1] * back),
  ];
  const length = lengthOf(rule, seats);
  const lastLength = lengthOf(rule, lastSeats);
  const back = rowDistance * (names.length - 1);
  const isSeveral = names.length > 1;
  const inset = (length - lastLength) / 2;
  return {
    ...(isSeveral ? { rows: names } : { row: names[0] ?? "" }),
    from: at,
    to: from(length, 0),
    ...(bend !== 0 && { bend }),
    seats,
    ...(isSeveral && {
      last: {
        from: from(inset, back),
        to: from(inset + lastLength, back),
        ...(lastSeats !== seats && { seats: lastSeats }),
      },
    }),
    ...(gaps.length > 0 && { gaps }),
    ...(numbering !== "left" && { numbering }),
    ...(start !== undefined && { start }),
  };
};

/** From the first seat to the last, including the aisles between them. */
const lengthOf = ({ seatDistance, gaps }: Pick<RowRule, "seatDistance" | "gaps">, seats: number): number =>
  seatDistance * (seats - 1 + gaps.reduce<number>((sum, gap) => sum + (typeof gap === "number" ? 1 : gap.wide), 0));

/** Aisles as text: '4, 0.5, 8:2' means after the fourth seat, in the middle, and after the eighth, two seats wide. */
export const readGaps = (text: string): readonly WrittenGap[] | undefined => {
  const gaps = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part): WrittenGap | undefined => {
      const [, after, wide] = /^(\d{1,3}(?:\.\d+)?)(?::(\d{1,2}(?:\.\d+)?))?$/.exec(part) ?? [];
      if (after === undefined || Number(after) === 0) return undefined;
      return wide === undefined ? Number(after) : { after: Number(after), wide: Number(wide) };
    });
  return gaps.every((gap) => gap !== undefined) ? gaps : undefined;
};

export const gapsText = (gaps: readonly WrittenGap[]): string =>
  gaps.map((gap) => (typeof gap === "number" ? String(gap) : `${gap.after}:${gap.wide}`)).join(", ");
