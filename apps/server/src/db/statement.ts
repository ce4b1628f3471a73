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
