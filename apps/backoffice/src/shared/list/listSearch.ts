import { hashKey } from "@tanstack/react-query";
import type { ListShape } from "@foyer/contract/office/listShape.ts";
import { addressOfColumns, addressOfSort, columnsOfAddress, sortOfAddress } from "@foyer/rules/lists/listView.ts";

export type ListSearch = Readonly<Record<string, string | undefined>>;

/** The sort and columns in an address, without unknown ones and without the defaults. */
export const viewOfAddress = (shape: ListShape, search: Readonly<Record<string, unknown>>): Record<string, string> => {
  const text = (name: string): string | undefined => {
    const value = search[name];
    return typeof value === "string" ? value : undefined;
  };
  const sort = addressOfSort(shape, sortOfAddress(shape, text("sort")));
  const columns = addressOfColumns(shape, columnsOfAddress(shape, text("columns")));
  return { ...(sort !== undefined && { sort }), ...(columns !== undefined && { columns }) };
};

/** The sort and columns of an address, without its filters. */
export const viewOfList = ({ sort, columns }: ListSearch): ListSearch => ({ sort, columns });

/** The filters of an address, including a search. */
export const filtersOfList = (search: ListSearch): ListSearch => {
  const { sort: _, columns: __, ...filters } = search;
  return filters;
};

export const hasFilter = (search: ListSearch): boolean =>
  Object.values(filtersOfList(search)).some((value) => value !== undefined);

/** The parameters of a list's call: its filters and its sort. */
export const sentOf = (search: ListSearch): ListSearch => {
  const { columns: _, ...sent } = search;
  return sent;
};

/** The query key of a list. The keys for different sorts of one list differ only in the last part. */
export const listKey = (name: string, slug: string, search: ListSearch) =>
  [name, slug, filtersOfList(search), search["sort"]] as const;

/** Rows of the same list in another sort stay until the new ones are loaded, so that the heading keeps the focus. */
export const keepWhileSorted =
  (key: ReturnType<typeof listKey>) =>
  <Data>(previous: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key.slice(0, -1)) ? previous : undefined;
