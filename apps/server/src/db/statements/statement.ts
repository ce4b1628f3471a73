import { CompiledQuery, sql, type QueryResult, type RawBuilder } from "kysely";
import { freshPlanPrefix, keptPlanPrefix } from "./statementNames.ts";

/** Anything that can run a statement: the database, a transaction, or the pipeline of `transactPipelined`. */
export type Pipeline = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> };

/**
 * Runs one statement in plain SQL, for hot paths where building it with Kysely would cost too much. `text` must be a
 * constant: each connection prepares it once. Pass lists as arrays, with `= any($1)` or `unnest($1)`.
 */
export const statement = async <Row>(pipeline: Pipeline, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await pipeline.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

/**
 * Sends the statements that `work` issues without awaiting each other in one round trip. A transaction of Kysely would
 * await each of them before it sends the next.
 */
export const inOneTrip = <Result>(pipeline: Pipeline, work: (pipeline: Pipeline) => Promise<Result>): Promise<Result> =>
  hasExecutor(pipeline) ? pipeline.getExecutor().provideConnection(work) : work(pipeline);

type WithExecutor = { getExecutor(): { provideConnection<R>(work: (pipeline: Pipeline) => Promise<R>): Promise<R> } };
const hasExecutor = (pipeline: Pipeline | WithExecutor): pipeline is WithExecutor => "getExecutor" in pipeline;

/**
 * The same, but planned at each call: for rarely run statements on tables that can grow from empty to large within the
 * second in which a session keeps its first plans (connection/planAge.ts).
 */
export const statementWithFreshPlan = <Row>(
  pipeline: Pipeline,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => statement(pipeline, freshPlanPrefix + text, values);

/**
 * Like `statement`, but planned once for all parameters also outside a transaction, as in `transactPipelined`.
 * PostgreSQL plans a statement about an array at each call if it expects the kept plan, made without the array's length,
 * to cost more. For statements that find rows by key, where planning costs more than running.
 */
export const statementWithKeptPlan = <Row>(
  pipeline: Pipeline,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => statement(pipeline, keptPlanPrefix + text, values);

/**
 * A piece of plain SQL, in which `$1` is the seller, for a statement that Kysely composes. Every table of a statement,
 * including those in subqueries, is filtered by the seller as a parameter: a distributed database uses it to find the
 * node.
 */
export const sqlOfSeller = <Value>(text: string, seller_id: string): RawBuilder<Value> =>
  sql<Value>`${sql.join(
    text.split("$1").map((part) => sql.raw(part)),
    sql`${seller_id}::uuid`,
  )}`;

/**
 * Added to `insert … select` statements that return nothing else: for rows without `returning` or `on conflict`, a
 * distributed database uses `copy`, which row-level security refuses.
 */
export const withAnswer = "returning true as inserted";

/**
 * Added to a subquery as an optimisation fence, so that it is run per row, by key. Without it PostgreSQL may turn
 * `exists` into a hash of the whole table for a few rows.
 */
export const optimizationFence = "offset 0";

/**
 * The elements of an array parameter as rows `asked(nth, key)`. The planner cannot estimate their number, so it keeps
 * the first generic plan; with `unnest`, a short list is planned at each call. With a table beside them the generic plan
 * may still look too expensive: then only `statementWithKeptPlan` or a transaction with generic plans keeps it.
 */
export const eachKeyOf = (parameter: number, type: "bytea" | "text" | "uuid"): string =>
  `generate_subscripts($${parameter}::${type}[], 1) as nth cross join lateral (select ($${parameter}::${type}[])[nth] as key) asked`;
