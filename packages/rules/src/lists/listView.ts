import type { ListShape, SortDirection } from "@foyer/contract/office/listShape.ts";

/** As the contract joins the columns of an address. */
const separator = ".";

export type Sort<Name extends string = string> = { readonly column: Name; readonly isDescending: boolean };

/** A sort that is known to be one: '-total' is the column `total`, from the last to the first. */
export const parseSort = <Name extends string>(text: Name | `-${Name}`): Sort<Name> => {
  const isDescending = text.startsWith("-");
  return { column: (isDescending ? text.slice(1) : text) as Name, isDescending };
};

/** The order that an address asks for; that of the list where the address has none, or one that the list does not know. */
export const sortOfAddress = ({ sorts, usual }: ListShape, text: string | undefined): Sort => {
  const sort = text === undefined ? undefined : parseSort(text);
  return sort && Object.hasOwn(sorts, sort.column) ? sort : parseSort(usual);
};

const textOf = ({ column, isDescending }: Sort): string => `${isDescending ? "-" : ""}${column}`;

/** What the address says of an order: nothing where it is the list's own. */
export const addressOfSort = ({ usual }: ListShape, sort: Sort): string | undefined => {
  const text = textOf(sort);
  return text === usual ? undefined : text;
};

/** The order after somebody chooses a column: its own direction first, then the other one. */
export const sortAfterChoice = ({ sorts }: ListShape, now: Sort, column: string): Sort =>
  now.column === column
    ? { column, isDescending: !now.isDescending }
    : { column, isDescending: sorts[column] === "descending" };

/** How a column sorts the list now. */
export const directionOf = (now: Sort, column: string): SortDirection | "none" => {
  if (now.column !== column) return "none";
  return now.isDescending ? "descending" : "ascending";
};

/** The columns that are shown without a choice. */
export const usualColumns = ({ columns }: ListShape): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.isExtra !== true);

/** The columns that an address asks for, in the order of the list. Unknown ones are left out; the one that names the row is shown. */
export const columnsOfAddress = (shape: ListShape, text: string | undefined): string[] => {
  const asked = text?.split(separator) ?? [];
  const known = Object.keys(shape.columns).filter((name) => asked.includes(name));
  if (known.length === 0) return usualColumns(shape);
  return Object.keys(shape.columns).filter((name) => name === shape.name || known.includes(name));
};

/** What the address says of the columns that are shown: nothing where they are those without a choice. */
export const addressOfColumns = (shape: ListShape, shown: readonly string[]): string | undefined => {
  const names = Object.keys(shape.columns).filter((name) => name === shape.name || shown.includes(name));
  const text = names.join(separator);
  return text === usualColumns(shape).join(separator) ? undefined : text;
};
