import type { Seller } from "@foyer/contract/seller.ts";
import { inLane, type Database } from "../../db/connect.ts";
import { GroupCommit, type Outcome } from "../../db/groupCommit.ts";
import type { Wire } from "../../db/statement.ts";
import { transactOnWire, type CommitBehind, type LetGo } from "../../db/transact.ts";
import { isOutage } from "../../http/errors.ts";
import { Refused } from "../../http/refused.ts";
import type { Db } from "./checkout.sql.ts";

/**
 * What became of one job, put together by whoever waits for it: outside of the transaction, while the database goes on
 * with the next. What has to be judged without the others begins a transaction of its own here.
 */
export type Later<Answer> = () => Answer | Promise<Answer>;

type Batch<Job, Answer> = (
  wire: Wire,
  seller: Seller,
  jobs: readonly Job[],
  by: { readonly db: Database; readonly commitBehind: CommitBehind; readonly letGo: LetGo },
) => Promise<Outcome<Later<Answer>>[]>;

export type Together<Job, Answer> = {
  /** With all others of this seller that come at this moment. */
  readonly with: (job: Job) => Promise<Answer>;
  /** In a transaction of its own. */
  readonly alone: (job: Job) => Promise<Answer>;
};

/**
 * Work at the till of one kind: what comes for one seller while the last transaction commits is the next one. Each job is
 * judged by itself, and one that fails harms no other. `apart`: what no two of a batch may share, as their cart.
 */
export const together = <Job extends { readonly shop: Db }, Answer>(
  batch: Batch<Job, Answer>,
  apart: (job: Job) => readonly string[],
  lane: string,
): Together<Job, Answer> => {
  const run = async (jobs: readonly Job[]): Promise<Outcome<Later<Answer>>[]> => {
    const [first] = jobs;
    if (!first) return [];
    const { db, seller } = first.shop;
    return transactOnWire(inLane(db, lane), (wire, commitBehind, letGo) =>
      batch(wire, seller, jobs, { db, commitBehind, letGo }),
    );
  };
  const bySeller = new WeakMap<Database, GroupCommit<Job, Later<Answer>>>();
  const groupOf = (db: Database): GroupCommit<Job, Later<Answer>> => {
    const known = bySeller.get(db);
    if (known) return known;
    const group = new GroupCommit<Job, Later<Answer>>(run, {
      apart,
      overloaded: () => new Refused({ code: "unavailable" }),
      isOutage,
    });
    bySeller.set(db, group);
    return group;
  };
  return {
    with: async (job) => (await groupOf(job.shop.db).add(job))(),
    alone: async (job) => {
      const [outcome] = await run([job]);
      if (!outcome) throw new Error("A job had no answer.");
      if ("refused" in outcome) throw outcome.refused;
      return outcome.answer();
    },
  };
};

/** A "no" of one job; whatever else is thrown spoils the transaction. */
export const judged = <Answer>(judge: () => Outcome<Answer>): Outcome<Answer> => {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Refused) return { refused: error };
    throw error;
  }
};
