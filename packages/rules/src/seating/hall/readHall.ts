import type { SeatKind, SeatMapShape } from "@foyer/contract/shop/seating.ts";
import {
  numberings,
  type Numbering,
  type Point,
  type SeatFields,
  type WrittenGap,
  type WrittenHall,
  type WrittenMark,
  type WrittenRows,
  type WrittenSeat,
  type WrittenSection,
} from "./writtenHall.ts";

export type HallRecord = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is HallRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const hallList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const hallRecords = (value: unknown): readonly HallRecord[] =>
  hallList(value).map((entry) => (isRecord(entry) ? entry : {}));

/** A draft can exceed these limits while it is edited; the import then refuses it. */
const most = { seats: 500, rows: 200 } as const;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const positiveOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
};
const labelOf = (value: unknown): string => (typeof value === "number" ? String(value) : textOf(value));
const labelsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(labelOf) : undefined;
const pointOf = (value: unknown): Point | undefined => {
  const [x, y] = hallList(value).map(numberOf);
  return x !== undefined && y !== undefined ? [x, y] : undefined;
};
const countOf = (value: unknown): number | undefined => {
  const count = positiveOf(value);
  return count !== undefined && Number.isInteger(count) && count <= most.seats ? count : undefined;
};

const kinds: readonly SeatKind[] = ["wheelchair", "companion", "restricted_view"];

const fieldsOf = (record: HallRecord): SeatFields => ({
  zone: textOf(record["zone"]) || undefined,
  kind: kinds.find((kind) => kind === record["kind"]),
  note: textOf(record["note"]) || undefined,
  r: positiveOf(record["r"]),
});

const gapsOf = (value: unknown): readonly WrittenGap[] =>
  hallList(value).flatMap((gap): WrittenGap | readonly WrittenGap[] => {
    if (!isRecord(gap)) return positiveOf(gap) ?? [];
    const [after, wide] = [positiveOf(gap["after"]), positiveOf(gap["wide"])];
    return after !== undefined && wide !== undefined ? [{ after, wide }] : [];
  });

/** One or several rows, if the entry is complete enough to be laid out. */
export const readRows = (entry: HallRecord): WrittenRows | undefined => {
  const [from, to, seats] = [pointOf(entry["from"]), pointOf(entry["to"]), countOf(entry["seats"])];
  const row = labelOf(entry["row"]) || undefined;
  const rows = labelsOf(entry["rows"]);
  const last = isRecord(entry["last"]) ? lastOf(entry["last"]) : undefined;
  if (!from || !to || seats === undefined || (row === undefined) === (rows === undefined)) return undefined;
  if (rows && (!last || rows.length < 2 || rows.length > most.rows)) return undefined;
  const labels = labelsOf(entry["labels"]);
  if (labels && labels.length !== seats) return undefined;
  return {
    ...fieldsOf(entry),
    row,
    rows,
    from,
    to,
    seats,
    bend: numberOf(entry["bend"]),
    last: rows && last,
    gaps: gapsOf(entry["gaps"]),
    numbering: numberings.find((one): one is Numbering => one === entry["numbering"]),
    start: numberOf(entry["start"]),
    labels,
  };
};

const lastOf = (last: HallRecord): WrittenRows["last"] => {
  const [from, to] = [pointOf(last["from"]), pointOf(last["to"])];
  return from && to ? { from, to, bend: numberOf(last["bend"]), seats: countOf(last["seats"]) } : undefined;
};

const readSeat = (seat: HallRecord): WrittenSeat | undefined => {
  const at = pointOf(seat["at"]);
  const [row, label] = [labelOf(seat["row"]), labelOf(seat["label"])];
  if (!at || row === "" || label === "") return undefined;
  return { ...fieldsOf(seat), row, label, at, aisle: seat["aisle"] === true };
};

const readMark = (mark: HallRecord): WrittenMark => ({
  ...fieldsOf(mark),
  rows: labelsOf(mark["rows"]),
  seats: labelsOf(mark["seats"]),
  removed: mark["removed"] === true,
});

export const readSection = (section: HallRecord): WrittenSection => ({
  ...fieldsOf(section),
  key: textOf(section["key"]),
  name: textOf(section["name"]),
  seat_name: textOf(section["seat_name"]) || undefined,
  rows: hallRecords(section["rows"]).map(readRows),
  seats: hallRecords(section["seats"]).map(readSeat),
  marks: hallRecords(section["marks"]).map(readMark),
});

const shapesOf = (value: unknown): readonly SeatMapShape[] =>
  hallRecords(value).flatMap((shape) => (typeof shape["shape"] === "string" ? [shape as SeatMapShape] : []));

/**
 * Reads the valid part of a draft's hall; the draft may contain anything. Undefined if it has no size, so that it cannot be
 * drawn.
 */
export const readWrittenHall = (document: HallRecord): WrittenHall | undefined => {
  const [width, height, r] = [positiveOf(document["width"]), positiveOf(document["height"]), positiveOf(document["r"])];
  if (width === undefined || height === undefined || r === undefined) return undefined;
  return {
    name: textOf(document["name"]),
    width,
    height,
    r,
    shapes: [...shapesOf(document["map_geometry"]), ...shapesOf(document["other_elements"])],
    sections: hallRecords(document["sections"]).map(readSection),
  };
};
