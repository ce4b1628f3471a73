import * as z from "zod/mini";

/** What every import of a CSV file by staff shares: its size, its columns, and how it names lines. */
export const mostImportRows = 5000;
export const maxImportBytes = 2 * 1024 * 1024;

/** A file whose first line is a header. */
export const CsvText = z.string().check(z.minLength(1), z.maxLength(maxImportBytes));

/** The column of a field, from 0. */
export const ImportColumn = z.int().check(z.minimum(0), z.maximum(199));

/** A line of the file, from 1, and what is wrong with it. */
export const WrongLine = z.object({ line: z.int(), problem: z.string() });
export type WrongLine = z.infer<typeof WrongLine>;

/** Of wrong lines, and of duplicates, that an answer names. */
export const mostLinesNamed = 200;
