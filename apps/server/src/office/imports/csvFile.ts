import { maxImportRows, maxNamedLines } from "@foyer/contract/office/csvImport.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { readCsv, type CsvRow } from "@foyer/rules/values/csv.ts";
import type { LineProblem } from "@foyer/rules/values/csvCells.ts";
import { Refused } from "../../errors/refused.ts";

/** The lines of a file, including its header. Refuses a file without rows, or with too many. */
export const readImportFile = (
  csv: string,
  context: RefusalContext,
  mostRows: number = maxImportRows,
): readonly CsvRow[] => {
  const lines = readCsv(csv);
  if (lines.length >= 2 && lines.length - 1 <= mostRows) return lines;
  throw new Refused({
    code: "validation_failed",
    context,
    description: `A file has a header and 1 to ${mostRows.toLocaleString("en")} rows.`,
    extra: { fields: ["csv"] },
  });
};

/** The refusal of a file with invalid lines: nothing is imported. */
export const wrongLines = (problems: readonly LineProblem[], context: RefusalContext): Refused =>
  new Refused({
    code: "validation_failed",
    context,
    extra: { fields: ["csv"], lines: problems.slice(0, maxNamedLines), wrong: problems.length },
  });
