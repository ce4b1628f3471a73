import { moveSeats } from "@foyer/rules/seating/hall/editHall.ts";
import type { Loose } from "../document.ts";
import { MoveBy } from "./MoveBy.tsx";
import css from "./Halls.module.css";

type MoveSeatsProps = {
  readonly document: Loose;
  readonly keys: ReadonlySet<string>;
  readonly onEdit: (document: Loose) => void;
};

/** Moves the chosen seats. Seats that belong to rows of one rule move all rows of that rule. */
export function MoveSeats({ document, keys, onEdit }: MoveSeatsProps) {
  return (
    <details>
      <summary>Move</summary>
      <MoveBy onMove={(by) => onEdit(moveSeats(document, keys, by))} />
      <p className={css.quiet}>Rows that were laid out together move together.</p>
    </details>
  );
}
