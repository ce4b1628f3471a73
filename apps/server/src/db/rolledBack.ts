import type { Database } from "./connections.ts";
import { transact } from "./transact.ts";

class RolledBack extends Error {}

/** Does something in a transaction that is rolled back: it is only looked at what it would come to. */
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
