import type { Seller } from "@foyer/contract/shop/seller.ts";
import { BatchExecutor, type BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transactPipelined, type CommitWith, type Rollback } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { isOutage } from "../../../errors/isOutage.ts";
import type { SellerDb } from "../context.ts";

/**
 * Computes the answer of one job after the batch's transaction, in the request that waits for it. A job that cannot share
 * a transaction starts its own here.
 */
export type DeferredAnswer<Answer> = () => Answer | Promise<Answer>;

type BatchWork<Job, Answer> = (
  pipeline: Pipeline,
  seller: Seller,
  jobs: readonly Job[],
  transaction: { readonly db: Database; readonly commitWith: CommitWith; readonly rollback: Rollback },
) => Promise<BatchOutcome<DeferredAnswer<Answer>>[]>;

export type CheckoutBatch<Job, Answer> = {
  /** Runs in one transaction with the seller's other jobs that arrive while the previous one commits. */
  readonly run: (job: Job) => Promise<Answer>;
  /** Runs in a transaction of its own. */
  readonly runAlone: (job: Job) => Promise<Answer>;
};

/**
 * Runs one step of the checkout for many carts of a seller in one transaction. Each job is decided separately, and one
 * that fails does not affect the others. Jobs that share a conflict key, such as their cart, never share a batch.
 */
export const checkoutBatch = <Job extends { readonly ctx: SellerDb }, Answer>(
  work: BatchWork<Job, Answer>,
  conflictKeys: (job: Job) => readonly string[],
  lane: string,
): CheckoutBatch<Job, Answer> => {
  const run = async (jobs: readonly Job[]): Promise<BatchOutcome<DeferredAnswer<Answer>>[]> => {
    const [first] = jobs;
    if (!first) return [];
    const { db, seller } = first.ctx;
    return transactPipelined(onDedicatedConnection(db, lane), (pipeline, commitWith, rollback) =>
      work(pipeline, seller, jobs, { db, commitWith, rollback }),
    );
  };
  const executors = new WeakMap<Database, BatchExecutor<Job, DeferredAnswer<Answer>>>();
  const executorOf = (db: Database): BatchExecutor<Job, DeferredAnswer<Answer>> => {
    const existing = executors.get(db);
    if (existing) return existing;
    const executor = new BatchExecutor<Job, DeferredAnswer<Answer>>(run, {
      name: lane,
      conflictKeys,
      overloadError: () => new Refused({ code: "unavailable" }),
      isOutage,
    });
    executors.set(db, executor);
    return executor;
  };
  return {
    run: async (job) => (await executorOf(job.ctx.db).add(job))(),
    runAlone: async (job) => {
      const [outcome] = await run([job]);
      if (!outcome) throw new Error("The job has no answer");
      if ("refused" in outcome) throw outcome.refused;
      return outcome.answer();
    },
  };
};

/** Turns a thrown refusal into the outcome of its job. Any other error fails the whole batch. */
export const outcomeOrRefusal = <Answer>(decide: () => BatchOutcome<Answer>): BatchOutcome<Answer> => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused) return { refused: error };
    throw error;
  }
};
