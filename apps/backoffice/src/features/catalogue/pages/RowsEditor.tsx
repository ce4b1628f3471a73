import { use, useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ChapterForm, isPathWithin, useSought } from "../ChapterFields.tsx";
import { moveTo, removeAt, replaceAt, type Loose } from "../document.ts";
import { AddButton } from "../fields/AddButton.tsx";
import { SortableList } from "../SortableList.tsx";
import forms from "../catalogue.module.css";
import css from "./RowsEditor.module.css";

type RowsProps = {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly Loose[];
  readonly onEdit: (rows: readonly Loose[]) => void;
  readonly nameOf: (row: Loose, index: number) => string;
  /** The initial value of a new row. */
  readonly begin: () => Loose;
  readonly addLabel: string;
  /** A summary of a row. If it is given, only rows that are opened, new or invalid show their fields. */
  readonly summaryOf?: (row: Loose) => string;
  readonly hasProblem?: (index: number) => boolean;
  /** The path of the list in the chapter: a row with a field that the reader asks to see is opened. */
  readonly at?: string;
  readonly children: (row: Loose, index: number, onEdit: (row: Loose) => void) => ReactNode;
};

/** An ordered list of rows with fields. New rows are added at the end. */
export function RowsEditor(props: RowsProps) {
  const { title, lead, rows, onEdit, nameOf, begin, addLabel, summaryOf, hasProblem, at, children } = props;
  const { isReadOnly } = use(ChapterForm);
  const [opened, setOpened] = useState(rows.length === 1 ? 0 : undefined);
  useSought((path) => {
    const row = at === undefined ? -1 : rows.findIndex((_, index) => isPathWithin(path, `${at}[${index}]`));
    if (row >= 0) setOpened(row);
  });
  const list = useRef<HTMLElement>(null);
  const added = useRef<number>(undefined);
  // Focuses a row that was just added.
  useEffect(() => {
    if (added.current === undefined || rows.length <= added.current) return;
    const row = list.current?.querySelectorAll("[data-row]")[added.current];
    added.current = undefined;
    row?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [rows.length]);
  const add = (): void => {
    added.current = rows.length;
    setOpened(rows.length);
    onEdit([...rows, begin()]);
  };
  const take = (index: number): void => {
    setOpened(undefined);
    onEdit(removeAt(rows, index));
  };
  return (
    <section ref={list} className={forms.stack} aria-label={title}>
      <h2 className={forms.legend}>{title}</h2>
      <p className={forms.quiet}>{lead}</p>
      <SortableList
        items={rows.map((row, index) => ({ row, index }))}
        keyOf={({ index }) => String(index)}
        nameOf={({ row, index }) => nameOf(row, index)}
        onMove={(from, to) => {
          setOpened(undefined);
          onEdit(moveTo(rows, from, to));
        }}
        isFixed={isReadOnly}
      >
        {({ row, index }) => {
          const name = nameOf(row, index);
          const fields = () => (
            <>
              {children(row, index, (next) => onEdit(replaceAt(rows, index, next)))}
              {!isReadOnly && (
                <div>
                  <Button size="small" aria-label={`Remove ${name}`} onClick={() => take(index)}>
                    Remove
                  </Button>
                </div>
              )}
            </>
          );
          return (
            <div className={forms.group} role="group" aria-label={name} data-row>
              {summaryOf ? (
                <OpenableRow
                  name={name}
                  summary={summaryOf(row)}
                  isOpen={opened === index || hasProblem?.(index) === true}
                  onToggle={(isOpen) => setOpened(isOpen ? index : undefined)}
                >
                  {fields}
                </OpenableRow>
              ) : (
                fields()
              )}
            </div>
          );
        }}
      </SortableList>
      <AddButton onClick={add}>{addLabel}</AddButton>
    </section>
  );
}

type OpenableProps = {
  readonly name: string;
  readonly summary: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: () => ReactNode;
};

function OpenableRow({ name, summary, isOpen, onToggle, children }: OpenableProps) {
  return (
    <>
      <button type="button" className={css.summary} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        <span>{name}</span>
        <span className={forms.quiet}>{summary}</span>
      </button>
      {isOpen && children()}
    </>
  );
}
