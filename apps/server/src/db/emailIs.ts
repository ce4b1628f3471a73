import { sql, type RawBuilder } from "kysely";

/**
 * The SQL condition that two addresses are equal regardless of case. The first half finds rows by the index
 * `identity_by_email`: row-level security prevents index use in conditions that pass a column to a function such as
 * lower(). The second half decides, as the unique index of accounts does: the collation treats a few different letters
 * as equal.
 */
export const emailIs = (column: string, email: string): string =>
  `(${column} collate any_case = ${email} and lower(${column}) = lower(${email}))`;

/** The same for one of several addresses in lower case. `emails` is a parameter such as `$1::text[]`. */
export const emailIsAny = (column: string, emails: string): string =>
  `(${column} collate any_case = any(${emails}) and lower(${column}) = any(${emails}))`;

/** The same for a Kysely statement. */
export const hasEmail = (column: string, email: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(column)} collate any_case = ${email}::text and lower(${sql.raw(column)}) = lower(${email}::text))`;
