import type { Database } from "./connections.ts";
import { transact } from "./transact.ts";

class RolledBack extends Error {}

/** Runs work in a transaction that is rolled back, to find out its result. */
export const rolledBack = async <A extends { readonly db: Database }>(
  ctx: A,
  work: (ctx: A) => Promise<unknown>,
): Promise<void> => {
  try {
    await transact(ctx, async (tx) => {
      await work(tx);
      throw new RolledBack("Only looked at.");
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
};
