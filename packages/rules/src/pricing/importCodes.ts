import type { CodeImportColumns } from "@foyer/contract/office/catalogue/codeImports.ts";
import type { Day } from "@foyer/contract/basics.ts";
import { promoCodeLengths, promoCodeProblem } from "../forms/promoCode.ts";
import type { CsvRow } from "../values/csv.ts";
import { cellOf, isDayText, type LineProblem } from "../values/csvCells.ts";
import { normalizeCode } from "./codes.ts";

/** A promo code from a file. */
export type CodeImportRow = {
  readonly line: number;
  /** The code as written, and normalised for comparison. */
  readonly code: string;
  readonly normalized: string;
  /** Null: unlimited. */
  readonly max_uses: number | null;
  readonly first_day: Day | null;
  readonly last_day: Day | null;
};

const mostUses = 1_000_000;
/** Characters shown of an invalid value. */
const mostShown = 60;

/** A value from a file, in quotes. */
const shown = (text: string): string => `'${text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}'`;

const codeProblem = (code: string): string | undefined => {
  const { min, max } = promoCodeLengths;
  switch (promoCodeProblem(code)) {
    case "required":
      return "has no code";
    case "short":
      return `has a code of less than ${min} characters: ${shown(code)}`;
    case "long":
      return `has a code of more than ${max} characters: ${shown(code)}`;
    default:
      return undefined;
  }
};

/** Reads one row, or returns its problem. */
const readRow = ({ line, cells }: CsvRow, columns: CodeImportColumns): CodeImportRow | string => {
  const cell = (column: number | undefined): string => cellOf(cells, column);
  const code = cell(columns.code);
  const problem = codeProblem(code);
  if (problem !== undefined) return problem;
  const limit = cell(columns.max_uses);
  if (limit !== "" && (!/^[1-9]\d{0,6}$/.test(limit) || Number(limit) > mostUses))
    return `has no limit of 1 to ${mostUses.toLocaleString("en")} uses: ${shown(limit)}`;
  const [first, last] = [cell(columns.first_day), cell(columns.last_day)];
  if (first !== "" && !isDayText(first)) return `has no first day ${shown(first)}`;
  if (last !== "" && !isDayText(last)) return `has no last day ${shown(last)}`;
  if (first !== "" && last !== "" && last < first) return `ends before it begins: ${first} to ${last}`;
  return {
    line,
    code,
    normalized: normalizeCode(code),
    max_uses: limit === "" ? null : Number(limit),
    first_day: first === "" ? null : first,
    last_day: last === "" ? null : last,
  };
};

/**
 * Reads the rows of a file after its header, and reports every invalid line. A code may appear on one line only, in
 * whatever spelling.
 */
export const readCodeImport = (
  rows: readonly CsvRow[],
  columns: CodeImportColumns,
): { readonly rows: readonly CodeImportRow[]; readonly problems: readonly LineProblem[] } => {
  const [read, problems]: [CodeImportRow[], LineProblem[]] = [[], []];
  const lineOfCode = new Map<string, number>();
  for (const row of rows.slice(1)) {
    const result = readRow(row, columns);
    if (typeof result === "string") {
      problems.push({ line: row.line, problem: result });
      continue;
    }
    const known = lineOfCode.get(result.normalized);
    if (known === undefined) {
      lineOfCode.set(result.normalized, result.line);
      read.push(result);
    } else problems.push({ line: row.line, problem: `has the same code as line ${known}: ${shown(result.code)}` });
  }
  return { rows: read, problems };
};
