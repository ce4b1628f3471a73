const isNegativeNumber = (text: string): boolean => /^-\d+(?:\.\d+)?$/.test(text);

/**
 * The text of a cell in a download. One that a spreadsheet would run as a formula gets an apostrophe in front; an
 * amount below zero is a number and stays one.
 */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNegativeNumber(text) ? `'${text}` : text;

const cell = (text: string): string => {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;
