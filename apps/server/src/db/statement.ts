import { CompiledQuery, type QueryResult } from "kysely";
import { freshPlanPrefix } from "./connections.ts";

/** Where a statement can be said: the database, a transaction, or the one connection of `transactOnWire`. */
export type Pipeline = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> };

/**
 * One statement in plain SQL, for the few that are asked so often that building them would show. `text` has to be a
 * constant: it is prepared once for each connection. Lists travel as arrays, `= any($1)` and `unnest($1)`.
 */
export const statement = async <Row>(pipeline: Pipeline, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await pipeline.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/**
 * The same, planned anew each time, for statements over tables that can grow from nothing in a minute: a plan that was
 * made while they were empty would be kept, and there are no statistics yet to tell which index is the one.
 */
export const statementWithFreshPlan = <Row>(
  pipeline: Pipeline,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => statement(pipeline, freshPlanPrefix + text, values);

/**
 * At the end of an inner query: it is asked for each row by its key. Without it `exists` may be made a list of all that
 * there is, read once for the few rows that are wanted.
 */
export const byKeyFence = "offset 0";

/**
 * The rows of a list, as `asked`. Nothing is known of it when it is planned, so one plan is as good as any other and the
 * first that is made is kept; with `unnest` a short list is planned anew each time.
 */
export const eachKeyOf = (parameter: number, type: "bytea" | "text"): string =>
  `generate_subscripts($${parameter}::${type}[], 1) as nth cross join lateral (select ($${parameter}::${type}[])[nth] as key) asked`;
