import type { Loose } from "../document.ts";
import { hallList, readRows } from "@foyer/rules/seating/hall/readHall.ts";
import { rowNames, rowNamesText } from "@foyer/rules/seating/hall/rowNames.ts";
import { gapsText, readGaps } from "@foyer/rules/seating/hall/rowsByRule.ts";
import type { Numbering } from "@foyer/rules/seating/hall/writtenHall.ts";

/** A typed number; undefined if it is not one. */
export const numberIn = (text: string): number | undefined =>
  /^-?\d{1,6}(?:\.\d{1,2})?$/.test(text.trim()) ? Number(text.trim()) : undefined;

export const numberingNames: Readonly<Record<Numbering, string>> = {
  left: "From the first seat",
  right: "From the last seat",
  odd: "Odd numbers",
  even: "Even numbers",
  "odd-even": "Odd and even, from the middle",
};

/** The fields of an entry of rows, as typed. */
export const rowFieldsOf = (entry: Loose) => {
  const rows = readRows(entry);
  const text = (value: unknown): string => (typeof value === "number" ? String(value) : "");
  const names = rows?.rows ?? (rows?.row === undefined ? [] : [rows.row]);
  const [x1, y1] = hallList(entry["from"]);
  const [x2, y2] = hallList(entry["to"]);
  return {
    names: rowNamesText(names),
    seats: text(entry["seats"]),
    x1: text(x1),
    y1: text(y1),
    x2: text(x2),
    y2: text(y2),
    bend: text(rows?.bend),
    lastSeats: text(rows?.last?.seats),
    lastX1: text(rows?.last?.from[0]),
    lastY1: text(rows?.last?.from[1]),
    lastX2: text(rows?.last?.to[0]),
    lastY2: text(rows?.last?.to[1]),
    lastBend: text(rows?.last?.bend),
    gaps: gapsText(rows?.gaps ?? []),
    numbering: rows?.numbering ?? "left",
    start: text(rows?.start),
  };
};
export type RowFields = ReturnType<typeof rowFieldsOf>;

/** The entry with the typed values, keeping properties without a field, or the names of invalid fields. */
export const entryOf = (entry: Loose, fields: RowFields): Loose | readonly (keyof RowFields)[] => {
  const names = rowNames(fields.names);
  const gaps = readGaps(fields.gaps);
  const isSeveral = (names?.length ?? 0) > 1;
  const must = (["seats", "x1", "y1", "x2", "y2"] as const).filter((name) => numberIn(fields[name]) === undefined);
  const lastMust = (["lastX1", "lastY1", "lastX2", "lastY2"] as const).filter(
    (name) => isSeveral && numberIn(fields[name]) === undefined,
  );
  const may = (["bend", "start", ...(isSeveral ? (["lastBend", "lastSeats"] as const) : [])] as const).filter(
    (name) => fields[name].trim() !== "" && numberIn(fields[name]) === undefined,
  );
  const wrong = [
    ...(names && names.length > 0 ? [] : ["names" as const]),
    ...must,
    ...lastMust,
    ...may,
    ...(gaps ? [] : ["gaps" as const]),
  ];
  if (wrong.length > 0 || !names || !gaps) return wrong;
  const number = (name: keyof RowFields): number | undefined => numberIn(fields[name]);
  const { row: _, rows: __, last: ___, ...rest } = entry;
  const given: Loose = {
    from: [number("x1"), number("y1")],
    to: [number("x2"), number("y2")],
    bend: number("bend") || undefined,
    seats: number("seats"),
    last: isSeveral
      ? withoutGaps({
          from: [number("lastX1"), number("lastY1")],
          to: [number("lastX2"), number("lastY2")],
          bend: number("lastBend"),
          seats: number("lastSeats"),
        })
      : undefined,
    gaps: gaps.length > 0 ? gaps : undefined,
    numbering: fields.numbering === "left" ? undefined : fields.numbering,
    start: number("start"),
  };
  return withoutGaps({ ...(isSeveral ? { rows: names } : { row: names[0] }), ...rest, ...given });
};

/** Removes fields without a value. */
const withoutGaps = (record: Loose): Loose =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
