import type { HallSeat, SeatLook } from "./layOutHall.ts";
import { markLabels } from "./marks.ts";
import type { HallRecord } from "./readHall.ts";

/** The desired values of seats, by key. */
export type WantedSeats = ReadonlyMap<string, SeatLook & { readonly isRemoved: boolean }>;

/** The section with the marks that give its row seats the desired values. `seats`: all current seats of the section. */
export const writeMarks = (section: HallRecord, seats: readonly HallSeat[], wanted: WantedSeats): HallRecord => {
  const byRow = Map.groupBy(seats, ({ row }) => row);
  const meant = seats.flatMap((seat) => {
    const mark = seat.from.list === "rows" ? differencesOf(seat, wanted) : undefined;
    return mark ? [{ seat, mark, look: JSON.stringify(mark) }] : [];
  });
  const marks = [...Map.groupBy(meant, ({ look }) => look).values()].flatMap((alike) => {
    const keys = new Set(alike.map(({ seat }) => seat.key));
    const rows = [...new Set(alike.map(({ seat }) => seat.row))].map((row) => {
      const inRow = (byRow.get(row) ?? []).map(({ key, label }) => ({ label, isMeant: keys.has(key) }));
      return { row, labels: inRow.every(({ isMeant }) => isMeant) ? undefined : markLabels(inRow) };
    });
    const mark = alike[0]?.mark ?? {};
    return [...Map.groupBy(rows, ({ labels }) => JSON.stringify(labels)).values()].map((same): HallRecord => {
      const labels = same[0]?.labels;
      return { rows: same.map(({ row }) => row), ...(labels && { seats: labels }), ...mark };
    });
  });
  if (marks.length > 0) return { ...section, marks };
  const { marks: _, ...rest } = section;
  return rest;
};

/** The values that a mark has to set for a seat; undefined if none. */
const differencesOf = ({ key, base }: HallSeat, wanted: WantedSeats): HallRecord | undefined => {
  const want = wanted.get(key);
  if (!want) return undefined;
  if (want.isRemoved) return { removed: true };
  const differences = (["zone", "kind", "note", "r"] as const).flatMap((name) =>
    want[name] === base[name] ? [] : [[name, want[name]] as const],
  );
  return differences.length > 0 ? Object.fromEntries(differences) : undefined;
};
