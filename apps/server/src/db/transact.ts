import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Compilable } from "kysely";
import type { Database } from "./connections.ts";
import { isAborted, isRetryable } from "../errors/isRetryable.ts";
import { statement, type Pipeline } from "./statements/statement.ts";
import { beginWithGenericPlans, useGenericPlans } from "./connection/tenantConnection.ts";

/** Runs at most three times. */
const withRetry = async <R>(work: () => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const reason = isAborted(error) ? (error.cause ?? error) : error;
      if (attempt >= 3 || !isRetryable(reason)) throw reason;
      await sleep(5 * attempt + Math.random() * 20);
    }
  }
};

/**
 * Runs one READ COMMITTED transaction. The callback gets the same context with the transaction as its `db`: give it the
 * same name, so that the outer handle cannot be used by mistake. Make no network calls inside. Repeats the transaction
 * after a conflict, and if a statement was prepared before a migration.
 */
export const transact = <A extends { readonly db: Database }, R>(ctx: A, work: (ctx: A) => Promise<R>): Promise<R> =>
  withRetry(() => ctx.db.transaction().execute((db) => work({ ...ctx, db })));

/**
 * `transact` with generic plans, whatever the parameters: for statements that find rows by key, where planning costs
 * more than running. Costs no additional round trip.
 */
export const transactWithKeptPlans: typeof transact = (ctx, work) =>
  transact(ctx, async (tx) => {
    const set = statement(tx.db, useGenericPlans, []);
    const [result] = await Promise.all([work(tx), set]);
    return result;
  });

/** Runs work in one transaction, like `transact`, and may do more in the same transaction. */
export type Within = <A extends { readonly db: Database }, R>(ctx: A, work: (ctx: A) => Promise<R>) => Promise<R>;

export type CommitWith = <Result>(statements: Promise<Result>, onSent?: () => void) => Promise<Result>;
/** Ends a transaction that wrote nothing. Releases its locks without waiting for the disk. */
export type Rollback = () => Promise<void>;

/**
 * The same for hot paths, with pipelining: statements that are issued on `pipeline` without awaiting each other are sent
 * at once and executed in order, in one round trip. `commitWith` sends the commit directly after statements whose
 * results are pending; if one of them fails, all are rolled back. `onSent` is called after the statements are sent and
 * before the commit is.
 */
export const transactPipelined = <R>(
  db: Database,
  work: (pipeline: Pipeline, commitWith: CommitWith, rollback: Rollback) => Promise<R>,
): Promise<R> =>
  withRetry(() =>
    db.getExecutor().provideConnection(async (pipeline) => {
      let ended = false;
      const end = async (command: "commit" | "rollback"): Promise<void> => {
        ended = true;
        await statement(pipeline, command, []);
      };
      const commitWith: CommitWith = async (statements, onSent) => {
        let failed = false;
        statements.catch(() => (failed = true));
        // A statement that could not be sent rejects within one turn. The commit would keep the other statements, so it
        // waits for that turn.
        await turn();
        if (failed) return statements;
        onSent?.();
        const committed = end("commit");
        // Awaits both, so that the connection returns to the pool without pending results.
        await Promise.allSettled([statements, committed]);
        const [result] = await Promise.all([statements, committed]);
        return result;
      };

      // These statements look up rows by key, with a fixed join order: a plan per number of carts would be no better.
      await statement(pipeline, beginWithGenericPlans, []);
      try {
        const result = await work(pipeline, commitWith, () => end("rollback"));
        if (!ended) await end("commit");
        return result;
      } catch (error) {
        // Reports the first error rather than that a broken connection could not roll back.
        if (!ended) await end("rollback").catch(() => undefined);
        throw error;
      }
    }),
  );

/**
 * For a generic plan of a statement that takes the first rows of an index. Filters and policies make the planner expect
 * hardly any rows, so that it reads all of them and sorts them. Whether it does depends on the contents of the tables at
 * planning time.
 */
const avoidSorting = "set local enable_sort = off";

/**
 * Runs one statement with a generic plan, whatever the parameters, where planning would cost more than running it. For
 * statements whose best plan is the same for every seller. Costs no additional round trip. `db` must not be a
 * transaction. `takesFirstRows`: see `avoidSorting`.
 */
export const executeWithKeptPlan = async <Row>(
  db: Database,
  query: Pick<Compilable<Row>, "compile">,
  { takesFirstRows = false }: { readonly takesFirstRows?: boolean } = {},
): Promise<Row[]> => {
  const compiled = query.compile();
  const [{ rows }] = await transactPipelined(db, (pipeline, commitWith) => {
    const setting = takesFirstRows && statement(pipeline, avoidSorting, []);
    return commitWith(Promise.all([pipeline.executeQuery(compiled), setting]));
  });
  return rows;
};
