import { useNavigate } from "@tanstack/react-router";
import type { ColumnOf, ListShape } from "@foyer/contract/office/listShape.ts";
import {
  addressOfColumns,
  addressOfSort,
  columnsOfAddress,
  sortOfAddress,
  type Sort,
} from "@foyer/rules/lists/listView.ts";
import type { ListSearch } from "./listSearch.ts";

/** The current state of a list. */
export type AnyListView = {
  readonly shape: ListShape;
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** Whether the list has its default sort. */
  readonly isUsualOrder: boolean;
  /** Whether the list shows its default columns. */
  readonly isUsual: boolean;
  readonly sortBy: (sort: Sort) => void;
  readonly show: (columns: readonly string[] | undefined) => void;
};
export type ListView<Shape extends ListShape> = AnyListView & {
  readonly shape: Shape;
  readonly columns: readonly ColumnOf<Shape>[];
};

/** The sort and the columns of a list, which are in its address. */
export const useListView = <Shape extends ListShape>(shape: Shape, search: ListSearch): ListView<Shape> => {
  const navigate = useNavigate();
  const set = (values: ListSearch): void =>
    void navigate({ to: ".", search: ((old: ListSearch) => ({ ...old, ...values })) as never, replace: true });
  return {
    shape,
    columns: columnsOfAddress(shape, search["columns"]) as ColumnOf<Shape>[],
    sort: sortOfAddress(shape, search["sort"]),
    isUsualOrder: search["sort"] === undefined,
    isUsual: search["columns"] === undefined,
    sortBy: (sort) => set({ sort: addressOfSort(shape, sort) }),
    show: (columns) => set({ columns: columns && addressOfColumns(shape, columns) }),
  };
};
