import { hashKey, infiniteQueryOptions } from "@tanstack/react-query";
import type { ListShape } from "@foyer/contract/office/listShape.ts";
import type { StaffEndpoint, StaffReply, StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { addressOfColumns, addressOfSort, columnsOfAddress, sortOfAddress } from "@foyer/rules/lists/listView.ts";
import { callOffice } from "../call.ts";

export type ListSearch = Readonly<Record<string, string | undefined>>;

/**
 * The known text parameters of an address. The router parses a search for a number as a number. It also keeps all other
 * parameters of the address, so these are returned as undefined.
 */
export const textsOf = (
  search: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string | undefined> => {
  const textAt = (name: string): string | undefined => {
    const value = search[name];
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  return Object.fromEntries(Object.keys(search).map((name) => [name, names.includes(name) ? textAt(name) : undefined]));
};

/** The text parameters of a list's address: its filters, sort and columns. */
export const listTextsOf = (
  search: Readonly<Record<string, unknown>>,
  names: readonly string[],
  shape: ListShape,
): Record<string, string | undefined> => ({ ...textsOf(search, names), ...viewOfAddress(shape, search) });

/** The sort and columns in an address, without unknown ones and without the defaults. */
const viewOfAddress = (shape: ListShape, search: Readonly<Record<string, unknown>>): Record<string, string> => {
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

/**
 * The parameters of an address that a read call accepts. Unknown parameters and invalid values are left out, so that a
 * mistyped address shows the list without them. A search is sent unchanged.
 */
export const acceptedOf = ({ query }: StaffEndpoint, search: ListSearch): ListSearch => {
  const issues = query.safeParse(search).error?.issues ?? [];
  const refused = new Set(
    issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : issue.path.slice(0, 1))),
  );
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && (name === "q" || !refused.has(name))),
  );
};

type ListedPages = {
  /** The first part of the query key. */
  readonly name: string;
  readonly slug: string | undefined;
  /** The parameters in the call's path. */
  readonly path?: Readonly<Record<string, string>>;
  /** The filters and the sort, as in the address. */
  readonly search: ListSearch;
};

/** The query key of a list. The keys for different sorts of one list differ only in the last part. */
const listKey = ({ name, slug, path, search }: ListedPages) =>
  [name, slug, path, filtersOfList(search), search["sort"]] as const;

/** Rows of the same list in another sort stay until the new ones are loaded, so that the heading keeps the focus. */
const keepWhileSorted =
  (key: ReturnType<typeof listKey>) =>
  <Data>(previous: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    query && hashKey(query.queryKey.slice(0, -1)) === hashKey(key.slice(0, -1)) ? previous : undefined;

/** A list of which more pages are shown is not read again just because its tab is looked at. */
const mostPagesReadAgain = 5;

/** The pages of a list. `endpoint` takes the filters, the sort and `after`, and replies with `next`. */
export const listPages = <E extends StaffEndpoint>(endpoint: E, listed: ListedPages) => {
  const { slug, path, search } = listed;
  const queryKey = listKey(listed);
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }): Promise<StaffReply<E>> => {
      const sent = { ...path, ...acceptedOf(endpoint, search), ...(pageParam !== null && { after: pageParam }) };
      return callOffice(endpoint, sent as unknown as StaffSent<E>, slug);
    },
    placeholderData: keepWhileSorted(queryKey),
    // All pages are read again, one after the other.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= mostPagesReadAgain,
    refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) <= mostPagesReadAgain,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { readonly next: string | null }).next,
  });
};
