import type { ColumnType, JSONColumnType } from "kysely";

/** A timestamp as the driver returns it, such as '2026-11-21T17:00:00Z'; the database sets it by default. */
export type Timestamp = ColumnType<string, string | undefined, string>;
export type Json<T extends object = Record<string, unknown>> = JSONColumnType<T, string | undefined, string>;
