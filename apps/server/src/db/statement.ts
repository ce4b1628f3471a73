import { CompiledQuery, type QueryResult } from "kysely";
import { plannedAnew, type Database } from "./connect.ts";

/** Where a statement can be said: the database, a transaction, or a wire of `together`. */
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
 * Says statements one behind the other without waiting for the answers between: one way there and back for all of them,
 * and the database works while we do something else. They are carried out in the order in which `say` says them, and it
 * says all of them before it first awaits. The first that fails is what is thrown.
 */
export const together = <Said extends readonly Promise<unknown>[] | []>(
  tx: Database,
  say: (wire: Wire) => Said,
): Promise<{ -readonly [place in keyof Said]: Awaited<Said[place]> }> =>
  tx
    .getExecutor()
    .provideConnection((connection) => Promise.all(say({ executeQuery: (query) => connection.executeQuery(query) })));
