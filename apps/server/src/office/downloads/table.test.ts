import { buffer, text } from "node:stream/consumers";
import { unzipSync, strFromU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { download, type Cell, type Table } from "./table.ts";

const cells: readonly Cell[] = [
  { kind: "day", day: "2026-11-21" },
  { kind: "text", text: '=HYPERLINK("https://evil.example")' },
  { kind: "number", number: 3 },
  { kind: "amount", amount: "-12.50", digits: 2 },
];
const table = (rows: Table["rows"]): Table => ({ name: "sales", header: ["day", "event", "tickets", "net"], rows });

test("a CSV has numbers as they are, and texts that begin as formulas made harmless", async () => {
  const { stream, fileName } = await download(table([cells]), "csv");
  expect(fileName).toBe("sales.csv");
  expect(await text(stream)).toBe(
    `day,event,tickets,net\r\n2026-11-21,"'=HYPERLINK(""https://evil.example"")",3,-12.50\r\n`,
  );
});

test("a CSV is streamed before its last row is read", async () => {
  let made = 0;
  const rows = async function* () {
    for (; made < 100_000; made++) yield cells;
  };
  const { stream } = await download(table(rows()), "csv");
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.next();
  expect(made).toBeLessThan(1000);
  stream.destroy();
});

test("a workbook has typed numbers, days and texts", async () => {
  const { stream, fileName } = await download(table([cells]), "xlsx");
  expect(fileName).toBe("sales.xlsx");
  const files = unzipSync(new Uint8Array(await buffer(stream)));
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const strings = strFromU8(files["xl/sharedStrings.xml"] ?? new Uint8Array());
  expect(sheet).toContain("<v>3</v>");
  expect(sheet).toContain("<v>-12.5</v>");
  // 21 November 2026, in days since 1900.
  expect(sheet).toContain("<v>46347</v>");
  expect(sheet).not.toContain("<f>");
  expect(`${sheet}${strings}`).toContain(`>'=HYPERLINK`);
});

describe("rows that a workbook cannot have", () => {
  test("are refused with the offer of CSV", async () => {
    const row: readonly Cell[] = [{ kind: "number", number: 1 }];
    const rows = function* () {
      for (let nth = 0; nth < 100_001; nth++) yield row;
    };
    const error = await download(table(rows()), "xlsx").catch((refused: unknown) => refused);
    expect(error).toMatchObject({ code: "validation_failed", extra: { fields: ["format"], format: "csv" } });
    expect(error).toMatchObject({ description: "An XLSX file has at most 100,000 rows. Download it as CSV." });
  });
});
