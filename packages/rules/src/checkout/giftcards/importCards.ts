import type { CardImportColumns } from "@foyer/contract/office/money/giftCardImports.ts";
import type { Day } from "@foyer/contract/basics.ts";
import type { CsvRow } from "../../values/csv.ts";
import { cellOf, emailOfCell, isDayText, type LineProblem } from "../../values/csvCells.ts";
import { fromDecimal, toDecimal, type Minor } from "../../values/money.ts";
import { normalizeGiftCardNumber } from "./giftCard.ts";

/** A gift card from a file. */
export type CardImportRow = {
  readonly line: number;
  /** The number as printed, and normalised for comparison. */
  readonly number: string;
  readonly normalized: string;
  readonly balance: Minor;
  readonly last_day: Day | null;
  readonly name: string | null;
  readonly email: string | null;
};

type Reading = {
  readonly columns: CardImportColumns;
  readonly currency: string;
  /** The maximum balance of a card. */
  readonly maxBalance: Minor;
  /** The current day at the seller. */
  readonly today: Day;
  /** The seller's gift cards never expire. */
  readonly neverEnd: boolean;
};

const longestName = 100;
/** Shorter numbers could be guessed. */
const [shortestNumber, longestNumber] = [8, 64];

/** Reads one row, or returns its problem. The message never contains the card number. */
const readRow = ({ line, cells }: CsvRow, reading: Reading): CardImportRow | string => {
  const { columns, currency, maxBalance, today, neverEnd } = reading;
  const cell = (column: number | undefined): string => cellOf(cells, column);
  const number = cell(columns.number);
  const normalized = normalizeGiftCardNumber(number);
  if (
    !/^[0-9A-Z]+$/.test(normalized) ||
    normalized.length < shortestNumber ||
    Math.max(number.length, normalized.length) > longestNumber
  )
    return "has no number of 8 to 64 letters and digits";
  const balance = fromDecimal(cell(columns.balance), currency);
  if (balance === undefined || balance <= 0) return `has no balance above 0: '${cell(columns.balance)}'`;
  if (balance > maxBalance) return `has a balance above ${toDecimal(maxBalance, currency)}`;
  const last = cell(columns.last_day);
  if (last !== "" && !isDayText(last)) return `has no last day '${last}'`;
  if (last !== "" && neverEnd) return "has a last day, but cards of this seller have no end";
  if (last !== "" && last < today) return `has a last day that is over: '${last}'`;
  const name = cell(columns.name);
  if (name.length > longestName) return "has a name of more than 100 letters";
  const written = cell(columns.email);
  const email = written === "" ? null : emailOfCell(written);
  if (email === undefined) return `has no email address '${written}'`;
  const end = last === "" ? null : last;
  return { line, number, normalized, balance, last_day: end, name: name === "" ? null : name, email };
};

/** Reads the rows of a file after its header, and reports every invalid line. A number may appear on one line only. */
export const readCardImport = (
  rows: readonly CsvRow[],
  reading: Reading,
): { readonly rows: readonly CardImportRow[]; readonly problems: readonly LineProblem[] } => {
  const [read, problems]: [CardImportRow[], LineProblem[]] = [[], []];
  const lineOfNumber = new Map<string, number>();
  for (const row of rows.slice(1)) {
    const result = readRow(row, reading);
    if (typeof result === "string") {
      problems.push({ line: row.line, problem: result });
      continue;
    }
    const known = lineOfNumber.get(result.normalized);
    if (known === undefined) {
      lineOfNumber.set(result.normalized, result.line);
      read.push(result);
    } else problems.push({ line: row.line, problem: `has the same number as line ${known}` });
  }
  return { rows: read, problems };
};
