import { Readable } from "node:stream";
import type { SheetData } from "write-excel-file/node";
import writeExcelFile from "write-excel-file/node";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import { csvLine, harmless } from "./csvLine.ts";

/** Tables with more rows can only be downloaded as CSV. */
const maxXlsxRows = 100_000;

/** A cell of a download: a text, a number, an amount in major units ('12.50'), or a day ('2026-11-21'). */
export type Cell =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "amount"; readonly amount: string; readonly digits: number }
  | { readonly kind: "day"; readonly day: string };

/** A table whose rows may be streamed from the database. */
export type Table = {
  /** The file name without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
};

const csvText = (cell: Cell): string => {
  if (cell.kind === "text") return cell.text;
  if (cell.kind === "number") return String(cell.number);
  return cell.kind === "amount" ? cell.amount : cell.day;
};

/** The number of characters sent at once: sending each line by itself would cost more memory than its text. */
const sentAtOnce = 16_384;

/** UTF-8, comma-separated, with a header; written while the rows are read. */
const csvReply = ({ name, header, rows }: Table): StreamedReply => {
  const lines = async function* () {
    yield csvLine(header);
    let waiting = "";
    for await (const row of rows) {
      waiting += csvLine(row.map(csvText));
      if (waiting.length < sentAtOnce) continue;
      yield waiting;
      waiting = "";
    }
    if (waiting !== "") yield waiting;
  };
  return { stream: Readable.from(lines()), type: "text/csv; charset=utf-8", fileName: `${name}.csv` };
};

/** Days stay the same, whatever the server's time zone is. */
const xlsxCell = (cell: Cell): SheetData[number][number] => {
  if (cell.kind === "text") return { type: String, value: harmless(cell.text) };
  if (cell.kind === "number") return { type: Number, value: cell.number };
  if (cell.kind === "day") return { type: Date, value: new Date(`${cell.day}T00:00:00Z`), format: "yyyy-mm-dd" };
  return {
    type: Number,
    value: Number(cell.amount),
    format: cell.digits === 0 ? "#,##0" : `#,##0.${"0".repeat(cell.digits)}`,
  };
};

/** A workbook is built completely before it is sent, so its size is limited. */
const xlsxReply = async ({ name, header, rows }: Table): Promise<StreamedReply> => {
  const sheet: SheetData = [header.map((text) => ({ type: String, value: harmless(text), fontWeight: "bold" }))];
  for await (const row of rows) {
    if (sheet.length > maxXlsxRows)
      throw new Refused({
        code: "validation_failed",
        description: `An XLSX file has at most ${maxXlsxRows.toLocaleString("en")} rows. Download it as CSV.`,
        extra: { fields: ["format"], format: "csv" },
      });
    sheet.push(row.map(xlsxCell));
  }
  const file = await writeExcelFile(sheet, { stickyRowsCount: 1 }).toBuffer();
  return {
    stream: Readable.from([file]),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    fileName: `${name}.xlsx`,
  };
};

/** Sends a table as a file. A workbook with too many rows is refused, and CSV is offered instead. */
export const download = (table: Table, format: "csv" | "xlsx"): Promise<StreamedReply> =>
  format === "csv" ? Promise.resolve(csvReply(table)) : xlsxReply(table);
