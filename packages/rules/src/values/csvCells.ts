import { isEmail } from "./email.ts";
import { normalizeEmail } from "./normalizeNames.ts";
import { plainText } from "./text/plainText.ts";

/** A problem with a line of a file: 'has no last day'. */
export type LineProblem = { readonly line: number; readonly problem: string };

/** A row's text in a column, without invisible characters; '' if there is no such cell. */
export const cellOf = (cells: readonly string[], column: number | undefined): string =>
  column === undefined ? "" : plainText(cells[column] ?? "");

/** Whether it is a calendar day: 2027-02-30 is not. */
export const isDayText = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (year < 1900 || month < 1 || month > 12) return false;
  return day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
};

const longestEmail = 254;

/** The e-mail address in a cell, normalised for comparison; undefined if nothing can be sent to it, as at the checkout. */
export const emailOfCell = (text: string): string | undefined => {
  const address = normalizeEmail(text);
  return isEmail(address) && address.length <= longestEmail ? address : undefined;
};
