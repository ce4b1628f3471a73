import { layOutHall } from "./layOutHall.ts";
import { changeSeats } from "./changeSeats.ts";
import { hallList, readWrittenHall, hallRecords, type HallRecord } from "./readHall.ts";

/** Changes of a hall's document, which may hold anything: what they do not concern stays as it is. */

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

/** Another entry of rows in its place; none takes it out, with the marks that are left without a seat. */
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

/** Writes the marks of a section anew, from what its seats are. */
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
 * The hall with chosen seats in another place: single seats by themselves, those of a row with the whole entry that lays
 * them out.
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

/** The hall with another name for a zone; its seats have the new one. */
export const renameZone = (document: HallRecord, from: string, to: string): HallRecord => {
  const hall = readWrittenHall(document);
  if (!hall) return document;
  const seats = layOutHall(hall).filter(({ zone, isRemoved }) => zone === from && !isRemoved);
  return changeSeats(document, new Set(seats.map(({ key }) => key)), { zone: to });
};
