import { removeSection, replaceRows } from "@foyer/rules/seating/hall/editHall.ts";
import { layOutHall } from "@foyer/rules/seating/hall/layOutHall.ts";
import { readWrittenHall } from "@foyer/rules/seating/hall/readHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../../../../shared/format/format.ts";
import type { Loose } from "../../document.ts";
import type { ChosenSeats } from "../../seats/chosenSeats.ts";
import { RowsEntry } from "./RowsEntry.tsx";
import type { OpenedDialog } from "./openedDialog.ts";
import { RemoveButton } from "../../fields/RemoveButton.tsx";
import css from "../Halls.module.css";

type SectionEntryProps = {
  readonly document: Loose;
  readonly index: number;
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
  readonly onOpen: (opened: OpenedDialog) => void;
  readonly isReadOnly: boolean;
};

/** A section of a hall, with its rows and single seats, which can be chosen, changed and added to. */
export function SectionEntry({ document, index, chosen, onEdit, onOpen, isReadOnly }: SectionEntryProps) {
  const hall = readWrittenHall(document);
  const section = hall?.sections[index];
  if (!hall || !section) return null;
  const seats = layOutHall({ r: hall.r, sections: [section] });
  const choose = (list: "rows" | "seats", at?: number): void =>
    chosen.set(
      seats
        .filter(({ from, isRemoved }) => !isRemoved && from.list === list && (at === undefined || from.index === at))
        .map(({ key }) => key),
      true,
    );
  const singles = seats.filter(({ from }) => from.list === "seats").length;
  const name = section.name || section.key;
  return (
    <li className={css.section}>
      <div className={css.entry}>
        <strong>{name}</strong>
        <span className={css.quiet}>{count(seats.filter(({ isRemoved }) => !isRemoved).length, "seat")}</span>
        {!isReadOnly && (
          <span className={css.actions}>
            <Button
              size="small"
              kind="text"
              aria-label={`Edit ${name}`}
              onClick={() => onOpen({ kind: "section", section: index })}
            >
              Edit
            </Button>
            <RemoveButton name={name} onRemove={() => onEdit(removeSection(document, index))} />
          </span>
        )}
      </div>
      <ul className={css.list}>
        {(section.rows ?? []).map((rows, at) => (
          <RowsEntry
            key={at}
            rows={rows}
            section={name}
            onChoose={() => choose("rows", at)}
            onEdit={() => onOpen({ kind: "entry", section: index, index: at })}
            onRemove={() => onEdit(replaceRows(document, index, at, undefined))}
            isReadOnly={isReadOnly}
          />
        ))}
        {singles > 0 && (
          <li className={css.entry}>
            <button type="button" className={css.choose} onClick={() => choose("seats")}>
              {count(singles, "single seat")}
            </button>
          </li>
        )}
      </ul>
      {!isReadOnly && (
        <div className={css.actions}>
          <Button
            size="small"
            aria-label={`Add rows to ${name}`}
            onClick={() => onOpen({ kind: "rows", section: index })}
          >
            Add rows
          </Button>
          <Button
            size="small"
            aria-label={`Add a seat to ${name}`}
            onClick={() => onOpen({ kind: "seat", section: index })}
          >
            Add a seat
          </Button>
        </div>
      )}
    </li>
  );
}
