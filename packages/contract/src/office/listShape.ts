import * as z from "zod/mini";

/** A column of a list on screen. */
export type ListColumn = {
  readonly label: string;
  /** A column of numbers, aligned to the end. */
  readonly isNumber?: true;
  /** Hidden until the user chooses it. */
  readonly isExtra?: true;
  /** Shows its label with each value where there is no room for headings, as an extra column does. */
  readonly isLabelled?: true;
};

/** The values of `aria-sort`. */
export type SortDirection = "ascending" | "descending";

/**
 * What a list can show and how it can be sorted. `name` is the column that identifies the row and is always shown. `sorts`
 * are the sortable columns, each with its initial direction. `usual` is the default sort: a column name, with a leading "-"
 * for descending.
 */
export type ListShape = {
  readonly name: string;
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly sorts: Readonly<Record<string, SortDirection>>;
  readonly usual: string;
};

export type ColumnOf<Shape extends ListShape> = Extract<keyof Shape["columns"], string>;
export type SortOf<Shape extends ListShape> = Extract<keyof Shape["sorts"], string>;
/** A sort as written in the address: a sortable column, with a leading "-" for descending. */
export type SortText<Shape extends ListShape> = SortOf<Shape> | `-${SortOf<Shape>}`;

/** Separates the columns in an address: 'order_number.visit.total'. */
export const columnSeparator = ".";

const sortTexts = (shape: ListShape): string[] => Object.keys(shape.sorts).flatMap((name) => [name, `-${name}`]);

/** The `sort` parameter of a call. Unknown values are refused. */
export const sortOf = <Shape extends ListShape>(shape: Shape) =>
  z.optional(z.enum(sortTexts(shape) as [SortText<Shape>, ...SortText<Shape>[]]));

/** The `columns` of a saved view: known columns, each once. */
const columnsOf = (shape: ListShape) =>
  z.optional(
    z.string().check(
      z.maxLength(300),
      z.refine((text) => {
        const names = text.split(columnSeparator);
        return names.every((name) => Object.hasOwn(shape.columns, name)) && new Set(names).size === names.length;
      }),
    ),
  );

/** What a list's address contains besides its filters. */
export const viewParameters = <Shape extends ListShape>(shape: Shape) => ({
  sort: sortOf(shape),
  columns: columnsOf(shape),
});
