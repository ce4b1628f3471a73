/** A line of the table: what was measured, beside a reference from the same run. */
export type Row = {
  readonly figure: string;
  readonly unit: "/s" | "s" | "ms" | "kB" | "MB" | "places" | "answers" | "";
  readonly value: number;
  /** What the reference is. */
  readonly against: string;
  readonly reference: number;
  /** Value by reference; the median of pairs where they were taken in turn. */
  readonly ratio: number;
  readonly goal?: Goal;
};

const signs = { "at least": "≥", "at most": "≤", exactly: "=" } as const;

/** What travels from machine to machine is a ratio; what a visitor feels is the value itself. */
export type Goal = { readonly of: "ratio" | "value"; readonly is: keyof typeof signs; readonly bound: number };

export const isMet = ({ value, ratio }: Pick<Row, "value" | "ratio">, { of, is, bound }: Goal): boolean => {
  const got = of === "ratio" ? ratio : value;
  switch (is) {
    case "at least":
      return got >= bound;
    case "at most":
      return got <= bound;
    case "exactly":
      return got === bound;
  }
};

/** The middle one. Of nothing: NaN, which no goal is met by. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** The rows as a table that reads well in a terminal and in Markdown. */
export const table = (rows: readonly Row[]): string => {
  const head = ["figure", "value", "reference", "reference value", "ratio", "goal", "met"];
  const lines = rows.map((row) => [
    row.figure,
    written(row.value, row.unit),
    row.against,
    written(row.reference, row.unit),
    Number.isFinite(row.ratio) ? row.ratio.toFixed(2) : "–",
    row.goal
      ? `${signs[row.goal.is]} ${row.goal.of === "ratio" ? `${row.goal.bound} times` : `${row.goal.bound} ${row.unit}`.trim()}`
      : "–",
    row.goal ? (isMet(row, row.goal) ? "yes" : "no") : "–",
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [drawn(head), drawn(widths.map((width) => "-".repeat(width))), ...lines.map(drawn), ""].join("\n");
};

const written = (value: number, unit: Row["unit"]): string => {
  const digits = unit === "s" ? 2 : unit === "kB" ? 1 : unit === "" ? 3 : 0;
  return `${value.toFixed(digits)}${unit === "/s" ? "/s" : unit === "" ? "" : ` ${unit}`}`;
};
