import { memo, type ReactNode, type RefObject } from "react";
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
  /** The cells of a row. A list that grows long keeps the function (`useCallback`), so that old rows need no rendering. */
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
              const shown = (
                <ListRow
                  key={keyOf(row)}
                  {...{ row, cellsOf, shape }}
                  {...(marksOf && { marksOf })}
                  columns={columns.join(".")}
                />
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

type ListRowProps<Shape extends ListShape, Row> = Pick<ListTableProps<Shape, Row>, "cellsOf" | "marksOf"> & {
  readonly row: Row;
  readonly shape: ListShape;
  /** The names of the shown columns, joined by dots. */
  readonly columns: string;
};

function TableRow<Shape extends ListShape, Row>({ row, cellsOf, marksOf, shape, columns }: ListRowProps<Shape, Row>) {
  const cells: Readonly<Record<string, ReactNode>> = cellsOf(row);
  return (
    <tr {...marksOf?.(row)}>
      {columns.split(".").map((name) => (
        <td key={name} data-column={name} {...markOf(shape, name)}>
          {cells[name]}
        </td>
      ))}
    </tr>
  );
}

/** A row of a long list is rendered again only if it has changed, as far as the list keeps its `cellsOf`. */
const ListRow = memo(TableRow) as typeof TableRow;

/** An extra column shows its label with each value where there are no headings. */
const markOf = ({ columns }: ListShape, name: string) => {
  const { label, isNumber = false, isExtra = false, isLabelled = false } = columns[name] ?? {};
  return { ...(isNumber && { "data-number": true }), ...((isExtra || isLabelled) && { "data-label": label }) };
};

const wordsOf = ({ sort, shape }: AnyListView): string =>
  `by ${(shape.columns[sort.column]?.label ?? "").toLowerCase()}, ${sort.isDescending ? "descending" : "ascending"}`;
