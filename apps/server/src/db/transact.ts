import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./connections.ts";
import { statement, type Pipeline } from "./statement.ts";

const retryableCodes = new Set(["40P01", "40001", "55P03"]);
const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** A deadlock is tried again at most three times. */
const withRetry = async <R>(work: () => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 3 || !retryableCodes.has(errorCode(error) ?? "")) throw error;
      await sleep(5 * attempt + Math.random() * 20);
    }
  }
};

/**
 * One transaction, READ COMMITTED. The callback gets the same `ask` with the transaction as its `db`, under the same
 * name on purpose: the outer handle cannot be used by mistake. No network call belongs in here. A deadlock is tried
 * again at most three times.
 */
export const transact = <A extends { readonly db: Database }, R>(ctx: A, work: (ctx: A) => Promise<R>): Promise<R> =>
  withRetry(() => ctx.db.transaction().execute((db) => work({ ...ctx, db })));

export type CommitWith = <Said>(said: Promise<Said>, just?: () => void) => Promise<Said>;
/** Nothing was written: the locks are let go, and nobody waits for the disk. */
export type Rollback = () => Promise<void>;

/**
 * The same for the few that are in a hurry. Statements said on its `wire` one behind the other, without waiting for the
 * answers between, are sent at once and carried out in that order: one way there and back for all of them. So is the
 * commit, with `commitBehind`, behind statements that are still to be answered: should one of them fail, it takes back
 * all of them. `just` is called when they are sent and the commit is not.
 */
export const transactPipelined = <R>(
  db: Database,
  work: (pipeline: Pipeline, commitWith: CommitWith, letGo: Rollback) => Promise<R>,
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
        // What could not even be sent is known a turn later. Only then: the commit would keep all the others.
        await turn();
        if (failed) return statements;
        onSent?.();
        const committed = end("commit");
        // Both are waited for: a connection goes back with nothing left to be answered.
        await Promise.allSettled([statements, committed]);
        const [answer] = await Promise.all([statements, committed]);
        return answer;
      };

      await statement(pipeline, "begin", []);
      // What is said here goes by keys, in a way that is written into it: a plan for each number of carts would be no better.
      const planSetting = statement(pipeline, "set local plan_cache_mode = force_generic_plan", []);
      planSetting.catch(() => undefined);
      try {
        const result = await work(pipeline, commitWith, () => end("rollback"));
        if (!ended) await end("commit");
        return result;
      } catch (error) {
        // The reason is what is told, not that a connection which is gone could not take back either.
        if (!ended) await end("rollback").catch(() => undefined);
        throw error;
      }
    }),
  );
