import { useState } from "react";
import { addEntry, addSection, editSection, removeSection, replaceRows } from "@foyer/rules/seating/hall/editHall.ts";
import { layOutHall } from "@foyer/rules/seating/hall/layOutHall.ts";
import { readWrittenHall } from "@foyer/rules/seating/hall/readHall.ts";
import { rowNamesText } from "@foyer/rules/seating/hall/rowNames.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../catalogueQueries.ts";
import { textOf, type Loose, recordsOf } from "../document.ts";
import type { ChosenSeats } from "../seats/chosenSeats.ts";
import { AddRowsDialog } from "./AddRowsDialog.tsx";
import { AddSeatDialog } from "./AddSeatDialog.tsx";
import { ImportSvgDialog } from "./ImportSvgDialog.tsx";
import { RowsDialog } from "./RowsDialog.tsx";
import { SectionDialog } from "./SectionDialog.tsx";
import css from "./Halls.module.css";

type SectionsPanelProps = {
  readonly document: Loose;
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
  readonly isReadOnly: boolean;
};

/** Which dialog is open: of a new section, or of something in one. */
type Opened =
  | { readonly kind: "section"; readonly section?: number }
  | { readonly kind: "drawing" }
  | { readonly kind: "rows" | "seat"; readonly section: number }
  | { readonly kind: "entry"; readonly section: number; readonly index: number };

/** How the seats of a hall are laid out: sections, and the rules and single seats of each. */
export function SectionsPanel({ document, chosen, onEdit, isReadOnly }: SectionsPanelProps) {
  const [opened, setOpened] = useState<Opened>();
  const sections = recordsOf(document["sections"]);
  const close = (): void => setOpened(undefined);
  const done = (next: Loose): void => {
    onEdit(next);
    close();
  };
  return (
    <div className={css.panel}>
      <ul className={css.list}>
        {sections.map((section, index) => (
          <SectionEntry
            key={`${index} ${textOf(section["key"])}`}
            document={document}
            index={index}
            chosen={chosen}
            onEdit={onEdit}
            onOpen={setOpened}
            isReadOnly={isReadOnly}
          />
        ))}
      </ul>
      {!isReadOnly && (
        <div className={css.actions}>
          <Button size="small" onClick={() => setOpened({ kind: "section" })}>
            Add a section
          </Button>
          <Button size="small" onClick={() => setOpened({ kind: "drawing" })}>
            Add seats of an SVG drawing
          </Button>
        </div>
      )}
      {opened?.kind === "section" && (
        <SectionDialog
          section={opened.section === undefined ? undefined : sections[opened.section]}
          taken={sections.map((section) => textOf(section["key"]))}
          onClose={close}
          onSave={(section) =>
            done(
              opened.section === undefined
                ? addSection(document, section)
                : editSection(document, opened.section, section),
            )
          }
        />
      )}
      {opened?.kind === "drawing" && <ImportSvgDialog document={document} onClose={close} onSave={done} />}
      {opened?.kind === "rows" && (
        <AddRowsDialog
          document={document}
          name={textOf(sections[opened.section]?.["name"])}
          onClose={close}
          onSave={(entry) => done(addEntry(document, opened.section, "rows", entry))}
        />
      )}
      {opened?.kind === "seat" && (
        <AddSeatDialog
          name={textOf(sections[opened.section]?.["name"])}
          onClose={close}
          onSave={(seat) => done(addEntry(document, opened.section, "seats", seat))}
        />
      )}
      {opened?.kind === "entry" && (
        <RowsDialog
          entry={recordsOf(sections[opened.section]?.["rows"])[opened.index] ?? {}}
          onClose={close}
          onSave={(entry) => done(replaceRows(document, opened.section, opened.index, entry))}
        />
      )}
    </div>
  );
}

type SectionEntryProps = SectionsPanelProps & {
  readonly index: number;
  readonly onOpen: (opened: Opened) => void;
};

function SectionEntry({ document, index, chosen, onEdit, onOpen, isReadOnly }: SectionEntryProps) {
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
            <Button
              size="small"
              kind="text"
              aria-label={`Remove ${name}`}
              onClick={() => onEdit(removeSection(document, index))}
            >
              Remove
            </Button>
          </span>
        )}
      </div>
      <ul className={css.list}>
        {(section.rows ?? []).map((rows, at) => {
          const names = rows?.rows ?? (rows?.row === undefined ? [] : [rows.row]);
          const words = rows
            ? `${names.length > 1 ? "Rows" : "Row"} ${rowNamesText(names)}`
            : "Rows that are unfinished";
          return (
            <li key={at} className={css.entry}>
              <button type="button" className={css.choose} onClick={() => choose("rows", at)}>
                {words}
              </button>
              <span className={css.quiet}>{rows && seatsText(rows.seats, rows.last?.seats)}</span>
              {!isReadOnly && (
                <span className={css.actions}>
                  <Button
                    size="small"
                    kind="text"
                    aria-label={`Edit ${words} of ${name}`}
                    onClick={() => onOpen({ kind: "entry", section: index, index: at })}
                  >
                    Edit
                  </Button>
                  <Button
                    size="small"
                    kind="text"
                    aria-label={`Remove ${words} of ${name}`}
                    onClick={() => onEdit(replaceRows(document, index, at, undefined))}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          );
        })}
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

const seatsText = (first: number, last: number | undefined): string =>
  last === undefined || last === first ? count(first, "seat") : `${first} to ${last} seats`;
