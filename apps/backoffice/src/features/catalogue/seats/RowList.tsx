import { memo, useState, type KeyboardEvent, type ReactNode } from "react";
import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { rovingIndex } from "@foyer/ui/choice/rovingIndex.ts";
import { SeatSign } from "@foyer/ui/seats/SeatSign.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { count } from "../../../shared/format/format.ts";
import type { ChosenSeats } from "./chosenSeats.ts";
import css from "./Seats.module.css";

/** A seat as the list shows it. */
export type RowSeat = {
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
  readonly kind: SeatKind | null;
  readonly hasNote: boolean;
  /** Whether it cannot be chosen. */
  readonly isTaken: boolean;
  /** Whether its position has no seat. */
  readonly isRemoved: boolean;
  /** A description with everything that the drawing shows. */
  readonly spoken: string;
};

type RowListProps = {
  readonly seats: readonly RowSeat[];
  readonly chosen: ChosenSeats;
  /** What the list shows for a row. */
  readonly summaryOf: (seats: readonly RowSeat[]) => ReactNode;
  /** The heading of that column. */
  readonly summaryLabel: string;
};

/** The hall as text, by section and row; a row expands to its seats. */
export function RowList({ seats, chosen, summaryOf, summaryLabel }: RowListProps) {
  const [opened, setOpened] = useState<string>();
  return (
    <div className={css.sections}>
      {[...Map.groupBy(seats, ({ section }) => section)].map(([section, inSection]) => (
        <table key={section} className={css.rows} aria-label={`Rows of ${section}`}>
          <thead>
            <tr>
              <th scope="col">{section}</th>
              <th scope="col">Seats</th>
              <th scope="col">{summaryLabel}</th>
              <th scope="col">
                <VisuallyHidden>Single seats</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...Map.groupBy(inSection, ({ row }) => row)].map(([row, inRow]) => (
              <SeatRow
                key={row}
                name={`${section} ${row}`}
                row={row}
                seats={inRow}
                chosen={chosen}
                summary={summaryOf(inRow)}
                isOpen={opened === `${section}/${row}`}
                onToggle={(isOpen) => setOpened(isOpen ? `${section}/${row}` : undefined)}
              />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

type SeatRowProps = {
  readonly name: string;
  readonly row: string;
  readonly seats: readonly RowSeat[];
  readonly chosen: ChosenSeats;
  readonly summary: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

function SeatRow({ name, row, seats, chosen, summary, isOpen, onToggle }: SeatRowProps) {
  const open = seats.filter(({ isTaken, isRemoved }) => !isTaken && !isRemoved).map(({ key }) => key);
  const picked = open.filter((key) => chosen.keys.has(key)).length;
  const there = seats.filter(({ isRemoved }) => !isRemoved).length;
  const isAll = picked > 0 && picked === open.length;
  return (
    <>
      <tr data-chosen={picked > 0 || undefined}>
        <th scope="row">
          <Checkbox
            ref={(box) => {
              if (box) box.indeterminate = picked > 0 && !isAll;
            }}
            label={row}
            aria-label={`Row ${name}, ${count(open.length, "seat")}`}
            checked={isAll}
            disabled={open.length === 0}
            onChange={() => chosen.set(open, !isAll)}
          />
        </th>
        <td>{picked > 0 ? `${picked} of ${there}` : there}</td>
        <td>{summary}</td>
        <td>
          <button
            type="button"
            className={css.opener}
            aria-expanded={isOpen}
            aria-label={`Seats of ${name}`}
            onClick={() => onToggle(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4}>
            <SeatButtons name={name} seats={seats} chosen={chosen} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The row is a single tab stop; the arrow keys move along it. */
function SeatButtons({ name, seats, chosen }: Pick<SeatRowProps, "name" | "seats" | "chosen">) {
  const [focused, setFocused] = useState(seats[0]?.key);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const to = rovingIndex(event.key, buttons.indexOf(document.activeElement as HTMLElement), buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <div className={css.seats} role="group" aria-label={`Seats of ${name}`} onKeyDown={onKeyDown}>
      {seats.map((seat) => (
        <SeatButton
          key={seat.key}
          seat={seat}
          isChosen={chosen.keys.has(seat.key)}
          isStop={seat.key === focused}
          onFocus={() => setFocused(seat.key)}
          onPick={() => chosen.toggle(seat.key)}
        />
      ))}
    </div>
  );
}

type SeatButtonProps = {
  readonly seat: RowSeat;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onPick: () => void;
};

/** Taken seats can be focused too, since a screen reader would otherwise skip gaps in a row. */
const SeatButton = memo(function SeatButton({ seat, isChosen, isStop, onFocus, onPick }: SeatButtonProps) {
  const { label, kind, hasNote, isTaken, isRemoved, spoken } = seat;
  return (
    <button
      type="button"
      className={css.seat}
      data-noted={hasNote || undefined}
      data-removed={isRemoved || undefined}
      aria-label={spoken}
      aria-pressed={isChosen}
      aria-disabled={isTaken || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => !isTaken && onPick()}
    >
      {kind && !isRemoved && <SeatSign kind={kind} />}
      {label}
    </button>
  );
});
