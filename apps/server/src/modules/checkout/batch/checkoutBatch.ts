import type { Seller } from "@foyer/contract/shop/seller.ts";
import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import { BatchExecutor, type BatchOutcome } from "../../../db/batchExecutor.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { transactPipelined, type CommitWith, type Rollback } from "../../../db/transact.ts";
import { isOutage } from "../../../errors/isOutage.ts";
import { Refused } from "../../../errors/refused.ts";
import type { SellerDb } from "../checkout.sql.ts";

/**
 * What became of one job, put together by whoever waits for it: outside of the transaction, while the database goes on
 * with the next. What has to be judged without the others begins a transaction of its own here.
 */
export type DeferredAnswer<Answer> = () => Answer | Promise<Answer>;

type BatchWork<Job, Answer> = (
  wire: Pipeline,
  seller: Seller,
  jobs: readonly Job[],
  by: { readonly db: Database; readonly commitWith: CommitWith; readonly rollback: Rollback },
) => Promise<BatchOutcome<DeferredAnswer<Answer>>[]>;

export type CheckoutBatch<Job, Answer> = {
  /** With all others of this seller that come at this moment. */
  readonly run: (job: Job) => Promise<Answer>;
  /** In a transaction of its own. */
  readonly runAlone: (job: Job) => Promise<Answer>;
};

/**
 * Work at the till of one kind: what comes for one seller while the last transaction commits is the next one. Each job is
 * judged by itself, and one that fails harms no other. `apart`: what no two of a batch may share, as their cart.
 */
export const checkoutBatch = <Job extends { readonly shop: SellerDb }, Answer>(
  work: BatchWork<Job, Answer>,
  conflictKeys: (job: Job) => readonly string[],
  lane: string,
): CheckoutBatch<Job, Answer> => {
  const run = async (jobs: readonly Job[]): Promise<BatchOutcome<DeferredAnswer<Answer>>[]> => {
    const [first] = jobs;
    if (!first) return [];
    const { db, seller } = first.shop;
    return transactPipelined(onDedicatedConnection(db, lane), (wire, commitBehind, letGo) =>
      work(wire, seller, jobs, { db, commitWith: commitBehind, rollback: letGo }),
    );
  };
  const executors = new WeakMap<Database, BatchExecutor<Job, DeferredAnswer<Answer>>>();
  const executorOf = (db: Database): BatchExecutor<Job, DeferredAnswer<Answer>> => {
    const existing = executors.get(db);
    if (existing) return existing;
    const executor = new BatchExecutor<Job, DeferredAnswer<Answer>>(run, {
      conflictKeys,
      overloadError: () => new Refused({ code: "unavailable" }),
      isOutage,
    });
    executors.set(db, executor);
    return executor;
  };
  return {
    run: async (job) => (await executorOf(job.shop.db).add(job))(),
    runAlone: async (job) => {
      const [outcome] = await run([job]);
      if (!outcome) throw new Error("A job had no answer.");
      if ("refused" in outcome) throw outcome.refused;
      return outcome.answer();
    },
  };
};

/** A "no" of one job; whatever else is thrown spoils the transaction. */
export const outcomeOrRefusal = <Answer>(decide: () => BatchOutcome<Answer>): BatchOutcome<Answer> => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused) return { refused: error };
    throw error;
  }
};
