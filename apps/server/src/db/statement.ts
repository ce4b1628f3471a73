import { CompiledQuery } from "kysely";
import { plannedAnew, type Database } from "./connect.ts";

/**
 * One statement in plain SQL, for the few that are asked so often that building them would show. `text` has to be a
 * constant: it is prepared once for each connection. Lists travel as arrays, `= any($1)` and `unnest($1)`.
 */
export const statement = async <Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/**
 * The same, planned anew each time, for statements over tables that can grow from nothing in a minute: a plan that was
 * made while they were empty would be kept, and there are no statistics yet to tell which index is the one.
 */
export const statementPlannedAnew = <Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> =>
  statement(db, plannedAnew + text, values);
