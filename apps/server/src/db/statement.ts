import { CompiledQuery, type QueryResult } from "kysely";
import { plannedAnew } from "./connect.ts";

/** Where a statement can be said: the database, a transaction, or the one connection of `transactOnWire`. */
export type Wire = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> };

/**
 * One statement in plain SQL, for the few that are asked so often that building them would show. `text` has to be a
 * constant: it is prepared once for each connection. Lists travel as arrays, `= any($1)` and `unnest($1)`.
 */
export const statement = async <Row>(wire: Wire, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await wire.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/**
 * The same, planned anew each time, for statements over tables that can grow from nothing in a minute: a plan that was
 * made while they were empty would be kept, and there are no statistics yet to tell which index is the one.
 */
export const statementPlannedAnew = <Row>(wire: Wire, text: string, values: readonly unknown[]): Promise<Row[]> =>
  statement(wire, plannedAnew + text, values);

/**
 * At the end of an inner query: it is asked for each row by its key. Without it `exists` may be made a list of all that
 * there is, read once for the few rows that are wanted.
 */
export const byItsKey = "offset 0";

/**
 * The rows of a list, as `asked`. Nothing is known of it when it is planned, so one plan is as good as any other and the
 * first that is made is kept; with `unnest` a short list is planned anew each time.
 */
export const eachOf = (place: number, type: "bytea" | "text"): string =>
  `generate_subscripts($${place}::${type}[], 1) as nth cross join lateral (select ($${place}::${type}[])[nth] as key) asked`;
