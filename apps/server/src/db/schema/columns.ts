import type { ColumnType, JSONColumnType } from "kysely";

/** A moment as the driver gives it, '2026-11-21T17:00:00Z'; the database knows when it is left out. */
export type Timestamp = ColumnType<string, string | undefined, string>;
export type Json<T extends object = Record<string, unknown>> = JSONColumnType<T, string | undefined, string>;
