import pg from "pg";
import { vi } from "vitest";
import { watchQuery } from "./statements/watchQuery.ts";

/**
 * The number of this process's statements that the database aborts because of deadlocks while `work` runs. Their
 * transactions are repeated, so nothing else shows it.
 */
export const deadlocksDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let deadlocks = 0;
  const original = Reflect.get(pg.Client.prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return watchQuery({ original, client: this, args }, (error) => {
      if (error instanceof pg.DatabaseError && error.code === "40P01") deadlocks += 1;
    });
  });
  await work().finally(() => spy.mockRestore());
  return deadlocks;
};
