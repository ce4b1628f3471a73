import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import { layOutSection, type HallSeat } from "./layOutHall.ts";
import { readSection, hallRecords, type HallRecord } from "./readHall.ts";
import { writeMarks, type WantedSeats } from "./writeMarks.ts";

/** The new values of the selected seats; absent values stay. Null removes a kind or a note. */
export type SeatChange = {
  readonly zone?: string;
  readonly kind?: SeatKind | null;
  readonly note?: string | null;
  /** Whether the seat is removed; false restores it. */
  readonly isRemoved?: boolean;
};

/**
 * The hall with some seats changed, by their keys. The marks of the affected sections are rewritten so that at most one
 * mark names each seat; single seats carry their own values. A zone shared by a whole row or section is written there.
 */
export const changeSeats = (document: HallRecord, keys: ReadonlySet<string>, change: SeatChange): HallRecord => {
  const r = typeof document["r"] === "number" ? document["r"] : 1;
  const sections = hallRecords(document["sections"]).map((section) => {
    const seats = seatsOf(section, r);
    if (!seats.some(({ key }) => keys.has(key))) return section;
    const wanted: WantedSeats = new Map(
      seats.map(({ key, zone, kind, note, r: size, isRemoved }) => {
        const now = { zone, kind, note, r: size, isRemoved };
        return [key, keys.has(key) ? { ...now, ...change } : now];
      }),
    );
    const based = withZones(withoutSigns(section, wanted, r), wanted, r);
    return withSingles(writeMarks(based, seatsOf(based, r), wanted), wanted, r);
  });
  return { ...document, sections };
};

const seatsOf = (section: HallRecord, r: number): readonly HallSeat[] => layOutSection(readSection(section), r).flat();

/** The record with a value; undefined or null removes it. */
const withValue = (record: HallRecord, name: string, value: unknown): HallRecord => {
  if (value !== undefined && value !== null) return { ...record, [name]: value };
  const { [name]: _, ...rest } = record;
  return rest;
};

/**
 * A mark can add a kind or a note but not remove one: if a seat is to have none, its row and section must not have one
 * either.
 */
const withoutSigns = (section: HallRecord, wanted: WantedSeats, r: number): HallRecord => {
  const rows = hallRecords(section["rows"]);
  for (const name of ["kind", "note"] as const)
    for (const { key, from } of seatsOf(section, r)) {
      const want = wanted.get(key);
      if (!want || want.isRemoved || want[name] !== null) continue;
      if (from.list === "rows" && rows[from.index]?.[name] !== undefined) {
        const without = rows.map((row, index) => (index === from.index ? withValue(row, name, undefined) : row));
        return withoutSigns({ ...section, rows: without }, wanted, r);
      }
      if (section[name] !== undefined) return withoutSigns(withValue(section, name, undefined), wanted, r);
    }
  return section;
};

/** Writes a zone once for a section, or for an entry of rows, if all of its seats have it. */
const withZones = (section: HallRecord, wanted: WantedSeats, r: number): HallRecord => {
  const seats = seatsOf(section, r).filter(({ key }) => wanted.get(key)?.isRemoved === false);
  const shared = (some: readonly HallSeat[]): string | undefined => {
    const zones = new Set(some.map(({ key }) => wanted.get(key)?.zone));
    return zones.size === 1 ? [...zones][0] : undefined;
  };
  const own = shared(seats);
  const next = own === undefined ? section : withValue(section, "zone", own === section["key"] ? undefined : own);
  if (section["rows"] === undefined) return next;
  const inherited = next["zone"] ?? next["key"];
  const rows = hallRecords(next["rows"]).map((row, index) => {
    const zone = shared(seats.filter(({ from }) => from.list === "rows" && from.index === index));
    return zone === undefined ? row : withValue(row, "zone", zone === inherited ? undefined : zone);
  });
  return { ...next, rows };
};

/** A removed single seat leaves an aisle, so that the seats beside it do not become neighbours. */
const withSingles = (section: HallRecord, wanted: WantedSeats, r: number): HallRecord => {
  const keys = new Map(
    seatsOf(section, r).flatMap(({ key, from }) => (from.list === "seats" ? [[from.index, key] as const] : [])),
  );
  if (keys.size === 0) return section;
  const { key, zone, kind, note, r: size } = readSection(section);
  const base = { zone: zone ?? key, kind: kind ?? null, note: note ?? null, r: size ?? r };
  const seats: HallRecord[] = [];
  let isAfterGap = false;
  for (const [index, entry] of hallRecords(section["seats"]).entries()) {
    const want = wanted.get(keys.get(index) ?? "");
    if (want?.isRemoved) {
      isAfterGap = true;
      continue;
    }
    const written = want
      ? (["zone", "kind", "note", "r"] as const).reduce(
          (all, name) => withValue(all, name, want[name] === base[name] ? undefined : want[name]),
          entry,
        )
      : entry;
    seats.push(isAfterGap ? { ...written, aisle: true } : written);
    isAfterGap = false;
  }
  return withValue(section, "seats", seats.length > 0 ? seats : undefined);
};
