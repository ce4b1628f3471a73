import type { ListShape, SortDirection } from "@foyer/contract/office/listShape.ts";

/** The separator with which the contract joins columns in a URL. */
const separator = ".";

export type Sort<Name extends string = string> = { readonly column: Name; readonly isDescending: boolean };

/** Parses a valid sort: '-total' is the column `total`, descending. */
export const parseSort = <Name extends string>(text: Name | `-${Name}`): Sort<Name> => {
  const isDescending = text.startsWith("-");
  return { column: (isDescending ? text.slice(1) : text) as Name, isDescending };
};

/** The sort in a URL; the list's default if the URL has none, or one that the list does not support. */
export const sortOfAddress = ({ sorts, usual }: ListShape, text: string | undefined): Sort => {
  const sort = text === undefined ? undefined : parseSort(text);
  return sort && Object.hasOwn(sorts, sort.column) ? sort : parseSort(usual);
};

const textOf = ({ column, isDescending }: Sort): string => `${isDescending ? "-" : ""}${column}`;

/** The URL's text for a sort; undefined for the list's default. */
export const addressOfSort = ({ usual }: ListShape, sort: Sort): string | undefined => {
  const text = textOf(sort);
  return text === usual ? undefined : text;
};

/** The sort after a click on a column: first the column's default direction, then the opposite. */
export const sortAfterChoice = ({ sorts }: ListShape, now: Sort, column: string): Sort =>
  now.column === column
    ? { column, isDescending: !now.isDescending }
    : { column, isDescending: sorts[column] === "descending" };

/** The current sort direction of a column. */
export const directionOf = (now: Sort, column: string): SortDirection | "none" => {
  if (now.column !== column) return "none";
  return now.isDescending ? "descending" : "ascending";
};

/** The columns that are shown by default. */
export const defaultColumns = ({ columns }: ListShape): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.isExtra !== true);

/** The columns in a URL, in the list's order. Unknown ones are left out; the name column is always shown. */
export const columnsOfAddress = (shape: ListShape, text: string | undefined): string[] => {
  const asked = text?.split(separator) ?? [];
  const known = Object.keys(shape.columns).filter((name) => asked.includes(name));
  if (known.length === 0) return defaultColumns(shape);
  return Object.keys(shape.columns).filter((name) => name === shape.name || known.includes(name));
};

/** The URL's text for the shown columns; undefined for the default columns. */
export const addressOfColumns = (shape: ListShape, shown: readonly string[]): string | undefined => {
  const names = Object.keys(shape.columns).filter((name) => name === shape.name || shown.includes(name));
  const text = names.join(separator);
  return text === defaultColumns(shape).join(separator) ? undefined : text;
};
