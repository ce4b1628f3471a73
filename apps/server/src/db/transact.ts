import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./connect.ts";

const again = new Set(["40P01", "40001", "55P03"]);
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * One transaction, READ COMMITTED. The callback gets the same `ask` with the transaction as its `db`, under the same
 * name on purpose: the outer handle cannot be used by mistake. No network call belongs in here. A deadlock is tried
 * again at most three times.
 */
export const transact = async <A extends { readonly db: Database }, R>(
  ask: A,
  work: (ask: A) => Promise<R>,
): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask.db.transaction().execute((db) => work({ ...ask, db }));
    } catch (error) {
      if (attempt >= 3 || !again.has(codeOf(error) ?? "")) throw error;
      await sleep(5 * attempt + Math.random() * 20);
    }
  }
};
