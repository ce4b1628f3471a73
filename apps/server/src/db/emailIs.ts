import { sql, type RawBuilder } from "kysely";

/**
 * The condition that two addresses are the same in any case of letters, in SQL. The first half finds rows by the index
 * `identity_by_email`: row-level security keeps an index from conditions that pass a column to a function such as lower().
 * The second half decides, as the unique index of accounts does: to the collation a few letters are the same that are not.
 */
export const emailIs = (column: string, email: string): string =>
  `(${column} collate any_case = ${email} and lower(${column}) = lower(${email}))`;

/** The same for one of several addresses, in lower case; `emails`: a parameter such as `$1::text[]`. */
export const emailIsAny = (column: string, emails: string): string =>
  `(${column} collate any_case = any(${emails}) and lower(${column}) = any(${emails}))`;

/** The same for a statement of Kysely. */
export const hasEmail = (column: string, email: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(column)} collate any_case = ${email}::text and lower(${sql.raw(column)}) = lower(${email}::text))`;
