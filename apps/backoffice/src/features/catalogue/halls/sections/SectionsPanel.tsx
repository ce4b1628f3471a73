import { useState } from "react";
import { addEntry, addSection, editSection, replaceRows } from "@foyer/rules/seating/hall/editHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { textOf, type Loose, recordsOf } from "../../document.ts";
import type { ChosenSeats } from "../../seats/chosenSeats.ts";
import { AddRowsDialog } from "../AddRowsDialog.tsx";
import { AddSeatDialog } from "../AddSeatDialog.tsx";
import { ImportSvgDialog } from "../ImportSvgDialog.tsx";
import { RowsDialog } from "../RowsDialog.tsx";
import { SectionDialog } from "./SectionDialog.tsx";
import { SectionEntry } from "./SectionEntry.tsx";
import type { OpenedDialog } from "./openedDialog.ts";
import css from "../Halls.module.css";

type SectionsPanelProps = {
  readonly document: Loose;
  readonly chosen: ChosenSeats;
  readonly onEdit: (document: Loose) => void;
  readonly isReadOnly: boolean;
};

/** The layout of a hall: its sections, with the rules and single seats of each. */
export function SectionsPanel({ document, chosen, onEdit, isReadOnly }: SectionsPanelProps) {
  const [opened, setOpened] = useState<OpenedDialog>();
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
