export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const separators = [",", ";", "\t"] as const;

/** The cell separator: the one that occurs most often in the first line; a comma if equal. */
const separatorOf = (firstLine: string): string => {
  const countOf = (separator: string): number => firstLine.split(separator).length;
  return separators.reduce((most: string, one) => (countOf(one) > countOf(most) ? one : most), separators[0]);
};

/**
 * The rows of a CSV text (RFC 4180), separated by commas or, if the first line has more of them, semicolons or tabs. `line`
 * is the number of the line on which a row begins, from 1. Empty lines and a byte order mark are ignored.
 */
export const readCsv = (text: string): CsvRow[] => {
  const source = text.replace(/^\uFEFF/, "");
  const [first = ""] = source.split(/\r\n|\r|\n/, 1);
  const separator = separatorOf(first);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r\\n|\\r|\\n|$)`, "y");
  const rows: CsvRow[] = [];
  let [line, begun, cells]: [number, number, string[]] = [1, 1, []];
  while (cell.lastIndex < source.length) {
    const at = cell.lastIndex;
    const match = cell.exec(source);
    if (!match) {
      // A misplaced quote: the rest of the line becomes one cell, which no column accepts.
      const end = /\r\n|\r|\n|$/g;
      end.lastIndex = at;
      const stop = end.exec(source);
      cells.push(source.slice(at, stop?.index));
      cell.lastIndex = (stop?.index ?? source.length) + (stop?.[0].length ?? 0);
      rows.push({ line: begun, cells });
      [line, cells] = [line + 1, []];
      begun = line;
      continue;
    }
    const [whole, quoted, plain = "", ending] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split(/\r\n|\r|\n/).length - 1;
    if (ending === separator && cell.lastIndex < source.length) continue;
    if (ending === separator) cells.push("");
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: begun, cells });
    [begun, cells] = [line, []];
  }
  return rows;
};
