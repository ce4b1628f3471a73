import type { HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { SeatSign } from "@foyer/ui/seats/SeatSign.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import type { ChosenSeats } from "../seats/chosenSeats.ts";
import { RowList, type RowSeat } from "../seats/RowList.tsx";
import { SeatSwatch } from "../seats/SeatSwatch.tsx";
import { seatSignNames, seatSigns, type Zone } from "./hallSeats.ts";
import css from "./Halls.module.css";

type HallRowsProps = {
  readonly seats: readonly RowSeat[];
  readonly byKey: ReadonlyMap<string, HallSeat>;
  readonly zones: readonly Zone[];
  readonly chosen: ChosenSeats;
};

/** The rows of a hall with their zones and signs. */
export function HallRows({ seats, byKey, zones, chosen }: HallRowsProps) {
  return (
    <RowList
      seats={seats}
      chosen={chosen}
      summaryLabel="Zone and signs"
      summaryOf={(row) => <RowSummary row={row} byKey={byKey} zones={zones} />}
    />
  );
}

function RowSummary({ row, byKey, zones }: Pick<HallRowsProps, "byKey" | "zones"> & { row: readonly RowSeat[] }) {
  const there = row.filter(({ isRemoved }) => !isRemoved);
  const own = new Set(there.map(({ key }) => byKey.get(key)?.zone));
  const noted = there.filter(({ hasNote, kind }) => hasNote && kind === null).length;
  return (
    <span className={css.summary}>
      {zones
        .filter(({ key }) => own.has(key))
        .map(({ key, color }) => (
          <span key={key} className={css.item}>
            <SeatSwatch mark="free" color={color} /> {key}
          </span>
        ))}
      {seatSigns
        .map((kind) => ({ kind, many: there.filter((seat) => seat.kind === kind).length }))
        .filter(({ many }) => many > 0)
        .map(({ kind, many }) => (
          <span key={kind} className={css.item} title={seatSignNames[kind]}>
            <SeatSign kind={kind} />
            <VisuallyHidden>{seatSignNames[kind]}</VisuallyHidden> {many}
          </span>
        ))}
      {noted > 0 && <span className={css.item}>{noted} noted</span>}
    </span>
  );
}
