const isNegativeNumber = (text: string): boolean => /^-\d+(?:\.\d+)?$/.test(text);

/**
 * The text of a cell in a download. Text that a spreadsheet would run as a formula gets a leading apostrophe; negative
 * amounts are numbers and stay unchanged.
 */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNegativeNumber(text) ? `'${text}` : text;

const cell = (text: string): string => {
  const safe = harmless(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;
