import { useMemo } from "react";
import type { HouseHall, HouseSeat } from "@foyer/contract/office/catalogue/houseHolds.ts";
import type { LayerLook } from "@foyer/ui/seats/groupLayers.ts";
import type { ChosenSeats } from "./chosenSeats.ts";
import { FindSeats } from "./FindSeats.tsx";
import { HallDrawing, type DrawnSeat } from "./HallDrawing.tsx";
import { RowList, type RowSeat } from "./RowList.tsx";
import { SeatSwatch } from "./SeatSwatch.tsx";
import css from "./Seats.module.css";

type HouseSeatPickerProps = {
  readonly hall: HouseHall;
  readonly seats: readonly HouseSeat[];
  readonly chosen: ChosenSeats;
};

const brand = "var(--brand-text)";
const looks: Readonly<Record<"free" | "taken", LayerLook>> = {
  free: { mark: "free", color: brand },
  taken: { mark: "taken", color: "currentColor" },
};

const drawn = (seat: HouseSeat): DrawnSeat => ({
  ...seat,
  key: seat.id,
  look: seat.state === "free" ? looks.free : looks.taken,
  isRinged: seat.state === "kept" || seat.state === "blocked",
});

const listed = ({ id, name, section, row, label, kind, state }: HouseSeat): RowSeat => ({
  key: id,
  section,
  row,
  label,
  kind,
  hasNote: false,
  isTaken: state !== "free",
  isRemoved: false,
  spoken: state === "free" ? name : `${name}, ${state}`,
});

/** The free seats of a session, to choose on the drawing, from a list, by a frame or by row. */
export function HouseSeatPicker({ hall, seats, chosen }: HouseSeatPickerProps) {
  const shapes = useMemo(() => [...hall.map_geometry, ...hall.other_elements], [hall]);
  const inHall = useMemo(() => seats.map(drawn), [seats]);
  const rows = useMemo(() => seats.map(listed), [seats]);
  const free = useMemo(
    () => seats.filter(({ state }) => state === "free").map((seat) => ({ ...seat, key: seat.id })),
    [seats],
  );
  const byId = useMemo(() => new Map(seats.map((seat) => [seat.id, seat])), [seats]);
  const freeIds = useMemo(() => new Set(free.map(({ key }) => key)), [free]);
  return (
    <div className={css.picker}>
      <div className={css.drawing}>
        <HallDrawing
          hall={{ ...hall, shapes }}
          seats={inHall}
          chosen={chosen}
          isOpen={({ key }) => freeIds.has(key)}
          tip={(id) => byId.get(id)?.name}
        />
        <ul className={css.legend} aria-label="Legend">
          <li>
            <SeatSwatch mark="free" color={brand} /> Free
          </li>
          <li>
            <SeatSwatch mark="taken" /> Sold or held
          </li>
          <li>
            <SeatSwatch mark="ring" /> Kept or blocked
          </li>
        </ul>
      </div>
      <div className={css.find}>
        <FindSeats seats={free} onFind={(keys) => chosen.set(keys, true)} />
        <RowList
          seats={rows}
          chosen={chosen}
          summaryLabel="Free"
          summaryOf={(row) => row.filter(({ isTaken }) => !isTaken).length}
        />
      </div>
    </div>
  );
}
