import * as z from "zod/mini";

/** The limits of every CSV import by staff: its size, its columns, and how lines are reported. */
export const maxImportRows = 5000;
export const maxImportBytes = 2 * 1024 * 1024;

/** A CSV file whose first line is a header. */
export const CsvText = z.string().check(z.minLength(1), z.maxLength(maxImportBytes));

/** The column of a field, counted from 0. */
export const ImportColumn = z.int().check(z.minimum(0), z.maximum(199));

/** A line of the file, counted from 1, and what is wrong with it. */
export const WrongLine = z.object({ line: z.int(), problem: z.string() });
export type WrongLine = z.infer<typeof WrongLine>;

/** The maximum number of invalid lines, and of duplicates, that a reply lists. */
export const maxNamedLines = 200;
