import { normalizeEmail } from "./normalizeNames.ts";

/** What is wrong with a line of a file: 'has no last day'. */
export type LineProblem = { readonly line: number; readonly problem: string };

/** The text of a row in a column; '' without one. */
export const cellOf = (cells: readonly string[], column: number | undefined): string =>
  column === undefined ? "" : (cells[column] ?? "").trim();

/** A day of the calendar: 2027-02-30 is none. */
export const isDayText = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (year < 1900 || month < 1 || month > 12) return false;
  return day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
};

const longestEmail = 254;

/** The address in a cell as it is compared; undefined: it is none. */
export const emailOfCell = (text: string): string | undefined => {
  const address = normalizeEmail(text);
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && address.length <= longestEmail ? address : undefined;
};
