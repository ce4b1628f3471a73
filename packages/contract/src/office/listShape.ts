import * as z from "zod/mini";

/** A column of a list on its screen. */
export type ListColumn = {
  readonly label: string;
  /** Figures, which stand at the end of the column. */
  readonly isNumber?: true;
  /** Not shown until somebody chooses it. */
  readonly isExtra?: true;
  /** Says what it is also where there is no room for headings, as an extra column does. */
  readonly isLabelled?: true;
};

/** As `aria-sort` has it. */
export type SortDirection = "ascending" | "descending";

/**
 * What a list can show and how it can be sorted. `name` is the column that names the row and is always shown. `sorts` are the
 * columns that sort, each with the direction that it begins with. `usual` is the order of the list without a choice: a column,
 * with "-" before it from the last to the first.
 */
export type ListShape = {
  readonly name: string;
  readonly columns: Readonly<Record<string, ListColumn>>;
  readonly sorts: Readonly<Record<string, SortDirection>>;
  readonly usual: string;
};

export type ColumnOf<Shape extends ListShape> = Extract<keyof Shape["columns"], string>;
export type SortOf<Shape extends ListShape> = Extract<keyof Shape["sorts"], string>;
/** As in the address: a column that sorts, with "-" before it from the last to the first. */
export type SortText<Shape extends ListShape> = SortOf<Shape> | `-${SortOf<Shape>}`;

/** The columns of an address stand in one text: 'order_number.visit.total'. */
export const columnSeparator = ".";

const sortTexts = (shape: ListShape): string[] => Object.keys(shape.sorts).flatMap((name) => [name, `-${name}`]);

/** `sort` of a call: unknown ones are refused. */
export const sortOf = <Shape extends ListShape>(shape: Shape) =>
  z.optional(z.enum(sortTexts(shape) as [SortText<Shape>, ...SortText<Shape>[]]));

/** `columns` of a saved view: known ones, each once. */
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

/** What the address of a list holds beside its filters. */
export const viewParameters = <Shape extends ListShape>(shape: Shape) => ({
  sort: sortOf(shape),
  columns: columnsOf(shape),
});
