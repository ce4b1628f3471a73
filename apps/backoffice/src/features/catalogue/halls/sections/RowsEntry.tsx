import type { WrittenRows } from "@foyer/rules/seating/hall/writtenHall.ts";
import { rowNamesText } from "@foyer/rules/seating/hall/rowNames.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../../../../shared/format/format.ts";
import { RemoveButton } from "../../fields/RemoveButton.tsx";
import css from "../Halls.module.css";

type RowsEntryProps = {
  /** Undefined if the rows are incomplete. */
  readonly rows: WrittenRows | undefined;
  /** The name of the section that contains them. */
  readonly section: string;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly isReadOnly: boolean;
};

/** Rows of a section that are laid out by one rule. */
export function RowsEntry({ rows, section, onChoose, onEdit, onRemove, isReadOnly }: RowsEntryProps) {
  const names = rows?.rows ?? (rows?.row === undefined ? [] : [rows.row]);
  const words = rows ? `${names.length > 1 ? "Rows" : "Row"} ${rowNamesText(names)}` : "Rows that are unfinished";
  return (
    <li className={css.entry}>
      <button type="button" className={css.choose} onClick={onChoose}>
        {words}
      </button>
      <span className={css.quiet}>{rows && seatsText(rows.seats, rows.last?.seats)}</span>
      {!isReadOnly && (
        <span className={css.actions}>
          <Button size="small" kind="text" aria-label={`Edit ${words} of ${section}`} onClick={onEdit}>
            Edit
          </Button>
          <RemoveButton name={`${words} of ${section}`} onRemove={onRemove} />
        </span>
      )}
    </li>
  );
}

const seatsText = (first: number, last: number | undefined): string =>
  last === undefined || last === first ? count(first, "seat") : `${first} to ${last} seats`;
