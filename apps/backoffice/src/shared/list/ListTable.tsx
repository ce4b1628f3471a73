import type { ReactNode, RefObject } from "react";
import type { ColumnOf, ListShape } from "@foyer/contract/office/listShape.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import { HeldRow, type HeldRows } from "./HeldRow.tsx";
import { ListHeadings } from "./ListHeadings.tsx";
import type { AnyListView, ListView } from "./useListView.ts";
import css from "./ListTable.module.css";

type ListTableProps<Shape extends ListShape, Row> = {
  readonly view: ListView<Shape>;
  /** What is listed: 'Orders'. */
  readonly label: string;
  /** Its default sort: 'newest first'. */
  readonly order: string;
  readonly rows: readonly Row[];
  /** The same rows, if there are dialogs in them. */
  readonly held?: HeldRows<Row>;
  readonly keyOf: (row: Row) => string | number;
  /** Attributes of a row that are used for its style. */
  readonly marksOf?: (row: Row) => Readonly<Record<`data-${string}`, true | undefined>>;
  readonly cellsOf: (row: Row) => Readonly<Record<ColumnOf<Shape>, ReactNode>>;
  /** Whether rows in the previous sort are shown until those in this one are loaded. */
  readonly isBusy?: boolean;
  readonly bodyRef?: RefObject<HTMLTableSectionElement | null>;
  /** Sets the position of cells on a phone. */
  readonly className?: string | undefined;
};

/** A list as a table, with sortable headings and columns to choose. */
export function ListTable<Shape extends ListShape, Row>({
  view,
  label,
  order,
  rows,
  held,
  keyOf,
  cellsOf,
  marksOf,
  isBusy = false,
  bodyRef,
  className = "",
}: ListTableProps<Shape, Row>) {
  const { columns, shape } = view;
  return (
    <div className={css.list}>
      <ColumnsMenu view={view} />
      <div className={css.frame}>
        <table
          className={`${css.table} ${className}`}
          aria-label={`${label}, ${view.isUsualOrder ? order : wordsOf(view)}`}
          aria-busy={isBusy}
        >
          <thead>
            <tr>
              <ListHeadings view={view} />
            </tr>
          </thead>
          <tbody ref={bodyRef}>
            {rows.map((row) => {
              const cells = cellsOf(row);
              const shown = (
                <tr key={keyOf(row)} {...marksOf?.(row)}>
                  {columns.map((name) => (
                    <td key={name} data-column={name} {...markOf(shape, name)}>
                      {cells[name]}
                    </td>
                  ))}
                </tr>
              );
              if (!held) return shown;
              return (
                <HeldRow key={keyOf(row)} of={held} row={row}>
                  {shown}
                </HeldRow>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** An extra column shows its label with each value where there are no headings. */
const markOf = ({ columns }: ListShape, name: string) => {
  const { label, isNumber = false, isExtra = false, isLabelled = false } = columns[name] ?? {};
  return { ...(isNumber && { "data-number": true }), ...((isExtra || isLabelled) && { "data-label": label }) };
};

const wordsOf = ({ sort, shape }: AnyListView): string =>
  `by ${(shape.columns[sort.column]?.label ?? "").toLowerCase()}, ${sort.isDescending ? "descending" : "ascending"}`;
