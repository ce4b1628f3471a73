import { layOutHall } from "./layOutHall.ts";
import { changeSeats } from "./changeSeats.ts";
import { hallList, readWrittenHall, hallRecords, type HallRecord } from "./readHall.ts";

/** Edits a hall's document, which may contain anything: whatever an edit does not concern stays as it is. */

const replaceAt = <T>(list: readonly T[], at: number, next: readonly T[]): readonly T[] =>
  list.flatMap((one, index) => (index === at ? next : [one]));

const inSection = (document: HallRecord, index: number, edit: (section: HallRecord) => HallRecord): HallRecord => ({
  ...document,
  sections: hallRecords(document["sections"]).map((section, at) => (at === index ? edit(section) : section)),
});

export const addSection = (document: HallRecord, section: HallRecord): HallRecord => ({
  ...document,
  sections: [...hallRecords(document["sections"]), section],
});

export const editSection = (document: HallRecord, index: number, section: HallRecord): HallRecord =>
  inSection(document, index, () => section);

export const removeSection = (document: HallRecord, index: number): HallRecord => ({
  ...document,
  sections: replaceAt(hallRecords(document["sections"]), index, []),
});

/** Adds an entry of rows, or of single seats, to a section. */
export const addEntry = (
  document: HallRecord,
  section: number,
  list: "rows" | "seats",
  entry: HallRecord,
): HallRecord => inSection(document, section, (of) => ({ ...of, [list]: [...hallRecords(of[list]), entry] }));

/** Replaces an entry of rows; undefined removes it, with the marks that then match no seat. */
export const replaceRows = (
  document: HallRecord,
  section: number,
  index: number,
  entry: HallRecord | undefined,
): HallRecord =>
  withoutIdleMarks(
    inSection(document, section, (of) => {
      const rows = replaceAt(hallRecords(of["rows"]), index, entry ? [entry] : []);
      const { rows: _, ...rest } = of;
      return rows.length > 0 ? { ...rest, rows } : rest;
    }),
    section,
  );

/** Rewrites the marks of a section from the values of its seats. */
const withoutIdleMarks = (document: HallRecord, section: number): HallRecord => {
  const hall = readWrittenHall({ r: 1, width: 1, height: 1, ...document });
  const own = hall && layOutHall({ r: hall.r, sections: hall.sections.slice(section, section + 1) });
  if (own && own.length > 0) return changeSeats(document, new Set(own.map(({ key }) => key)), {});
  return inSection(document, section, (empty) => {
    const { marks: _, ...rest } = empty;
    return rest;
  });
};

type By = { readonly x: number; readonly y: number };
const round = (value: number): number => Math.round(value * 100) / 100;

const movedPoint = (value: unknown, { x, y }: By): unknown => {
  const [left, top] = hallList(value);
  return typeof left === "number" && typeof top === "number" ? [round(left + x), round(top + y)] : value;
};

const movedEnds = (record: HallRecord, by: By): HallRecord => ({
  ...record,
  from: movedPoint(record["from"], by),
  to: movedPoint(record["to"], by),
});

const movedRows = (entry: HallRecord, by: By): HallRecord => ({
  ...movedEnds(entry, by),
  ...(typeof entry["last"] === "object" &&
    entry["last"] !== null && { last: movedEnds(entry["last"] as HallRecord, by) }),
});

/**
 * The hall with the selected seats moved: single seats individually, seats of a row with the whole entry that lays them
 * out.
 */
export const moveSeats = (document: HallRecord, keys: ReadonlySet<string>, by: By): HallRecord => {
  const hall = readWrittenHall(document);
  if (!hall) return document;
  const moved = new Set(
    hall.sections.flatMap((section, at) =>
      layOutHall({ r: hall.r, sections: [section] }).flatMap(({ key, from }) =>
        keys.has(key) ? [`${at} ${from.list} ${from.index}`] : [],
      ),
    ),
  );
  const sections = hallRecords(document["sections"]).map((section, at) => ({
    ...section,
    ...(section["rows"] !== undefined && {
      rows: hallRecords(section["rows"]).map((entry, index) =>
        moved.has(`${at} rows ${index}`) ? movedRows(entry, by) : entry,
      ),
    }),
    ...(section["seats"] !== undefined && {
      seats: hallRecords(section["seats"]).map((seat, index) =>
        moved.has(`${at} seats ${index}`) ? { ...seat, at: movedPoint(seat["at"], by) } : seat,
      ),
    }),
  }));
  return { ...document, sections };
};

/** The hall with a zone renamed, and its seats with the new name. */
export const renameZone = (document: HallRecord, from: string, to: string): HallRecord => {
  const hall = readWrittenHall(document);
  if (!hall) return document;
  const seats = layOutHall(hall).filter(({ zone, isRemoved }) => zone === from && !isRemoved);
  return changeSeats(document, new Set(seats.map(({ key }) => key)), { zone: to });
};
