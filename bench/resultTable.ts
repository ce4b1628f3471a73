/** A row of the table: a measurement and a reference from the same run. */
export type ResultRow = {
  readonly figure: string;
  readonly unit: "/s" | "s" | "ms" | "kB" | "MB" | "places" | "answers" | "orders" | "core-ms" | "";
  readonly value: number;
  readonly referenceName: string;
  readonly reference: number;
  /** Value divided by reference; the median of the rounds if they were measured alternately. */
  readonly ratio: number;
  readonly goal?: Goal;
};

const goalSigns = { "at least": "≥", "at most": "≤", exactly: "=" } as const;

/** A goal is a ratio if the result depends on the machine, and a value if visitors notice the value itself. */
export type Goal = {
  readonly measures: "ratio" | "value";
  readonly comparison: keyof typeof goalSigns;
  readonly bound: number;
};

export const meetsGoal = (
  { value, ratio }: Pick<ResultRow, "value" | "ratio">,
  { measures, comparison, bound }: Goal,
): boolean => {
  const actual = measures === "ratio" ? ratio : value;
  switch (comparison) {
    case "at least":
      return actual >= bound;
    case "at most":
      return actual <= bound;
    case "exactly":
      return actual === bound;
  }
};

/** The median; NaN for an empty list, which meets no goal. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** Formats the rows as a Markdown table that is readable in a terminal too. */
export const formatTable = (rows: readonly ResultRow[]): string => {
  const head = ["figure", "value", "reference", "reference value", "ratio", "goal", "met"];
  const lines = rows.map((row) => [
    row.figure,
    formatValue(row.value, row.unit),
    row.referenceName,
    formatValue(row.reference, row.unit),
    Number.isFinite(row.ratio) ? row.ratio.toFixed(2) : "–",
    row.goal
      ? `${goalSigns[row.goal.comparison]} ${row.goal.measures === "ratio" ? `${row.goal.bound} times` : `${row.goal.bound} ${row.unit}`.trim()}`
      : "–",
    row.goal ? (meetsGoal(row, row.goal) ? "yes" : "no") : "–",
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const formatLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [formatLine(head), formatLine(widths.map((width) => "-".repeat(width))), ...lines.map(formatLine), ""].join(
    "\n",
  );
};

const formatValue = (value: number, unit: ResultRow["unit"]): string => {
  const digits = unit === "s" || unit === "core-ms" ? 2 : unit === "kB" ? 1 : unit === "" ? 3 : 0;
  return `${value.toFixed(digits)}${unit === "/s" ? "/s" : unit === "" ? "" : ` ${unit}`}`;
};
