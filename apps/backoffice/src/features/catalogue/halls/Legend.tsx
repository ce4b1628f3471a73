import type { readHallUse } from "@foyer/contract/office/catalogue/halls.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { Select } from "@foyer/ui/form/Select.tsx";
import { SeatSign } from "@foyer/ui/seats/SeatSign.tsx";
import { count } from "../../../shared/format/format.ts";
import { SeatSwatch } from "../seats/SeatSwatch.tsx";
import { seatSignNames, seatSigns, type Zone } from "./hallSeats.ts";
import seatsCss from "../seats/Seats.module.css";
import css from "./Halls.module.css";

type LegendProps = {
  readonly seats: readonly HallSeat[];
  readonly zones: readonly Zone[];
  readonly inUse: ReadonlyMap<string, number>;
};

/** The meaning of the drawing's colours and signs, with numbers of seats. */
export function Legend({ seats, zones, inUse }: LegendProps) {
  const used = seats.filter(({ key }) => inUse.has(key)).length;
  return (
    <ul className={seatsCss.legend} aria-label="Legend">
      <li>{count(seats.length, "seat")}</li>
      {zones.map(({ key, color, seats: own }) => (
        <li key={key}>
          <SeatSwatch mark="free" color={color} /> {key} <span className={css.many}>{own.length}</span>
        </li>
      ))}
      {seatSigns
        .map((kind) => ({ kind, many: seats.filter((seat) => seat.kind === kind).length }))
        .filter(({ many }) => many > 0)
        .map(({ kind, many }) => (
          <li key={kind}>
            <SeatSign kind={kind} /> {seatSignNames[kind]} <span className={css.many}>{many}</span>
          </li>
        ))}
      {used > 0 && (
        <li>
          <SeatSwatch mark="ring" /> Sold, held or kept <span className={css.many}>{used}</span>
        </li>
      )}
    </ul>
  );
}

type SessionOfUseProps = {
  readonly use: StaffReply<typeof readHallUse> | undefined;
  readonly value: string | undefined;
  readonly onChange: (sessionId: string | undefined) => void;
};

/** Chooses the session whose sold seats are marked. Not shown if nothing is sold. */
export function SessionOfUse({ use, value, onChange }: SessionOfUseProps) {
  if (!use || use.sessions.length === 0) return null;
  return (
    <div className={css.ofUse}>
      <Select
        aria-label="Sold seats of"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
        options={[
          { value: "", label: `Sold in any of ${count(use.sessions.length, "upcoming session")}` },
          ...use.sessions.map(({ id, event_name, local_day, local_start, seats }) => ({
            value: id,
            label: `${event_name}, ${local_day} ${local_start}: ${seats}`,
          })),
        ]}
      />
    </div>
  );
}
