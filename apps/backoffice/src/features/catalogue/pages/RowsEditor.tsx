import { use, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ChapterForm } from "../ChapterFields.tsx";
import { moveTo, removeAt, replaceAt, type Loose } from "../document.ts";
import { SortableList } from "../SortableList.tsx";
import css from "../catalogue.module.css";

type RowsProps = {
  readonly title: string;
  readonly lead: string;
  readonly rows: readonly Loose[];
  readonly onEdit: (rows: readonly Loose[]) => void;
  readonly nameOf: (row: Loose, index: number) => string;
  /** What a new row begins with. */
  readonly begin: () => Loose;
  readonly addLabel: string;
  readonly children: (row: Loose, index: number, onEdit: (row: Loose) => void) => ReactNode;
};

/** Things in an order of their own, each with fields; they are added at the end. */
export function RowsEditor(props: RowsProps) {
  const { title, lead, rows, onEdit, nameOf, begin, addLabel, children } = props;
  const { isReadOnly } = use(ChapterForm);
  return (
    <section className={css.stack} aria-label={title}>
      <h2 className={css.legend}>{title}</h2>
      <p className={css.quiet}>{lead}</p>
      <SortableList
        items={rows.map((row, index) => ({ row, index }))}
        keyOf={({ index }) => String(index)}
        nameOf={({ row, index }) => nameOf(row, index)}
        onMove={(from, to) => onEdit(moveTo(rows, from, to))}
        isFixed={isReadOnly}
      >
        {({ row, index }) => (
          <div className={css.group} role="group" aria-label={nameOf(row, index)}>
            {children(row, index, (next) => onEdit(replaceAt(rows, index, next)))}
            {!isReadOnly && (
              <div>
                <Button
                  size="small"
                  aria-label={`Take out ${nameOf(row, index)}`}
                  onClick={() => onEdit(removeAt(rows, index))}
                >
                  Take out
                </Button>
              </div>
            )}
          </div>
        )}
      </SortableList>
      {!isReadOnly && (
        <div>
          <Button size="small" onClick={() => onEdit([...rows, begin()])}>
            {addLabel}
          </Button>
        </div>
      )}
    </section>
  );
}
