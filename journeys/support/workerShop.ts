import { inject } from "vitest";
import type { RunningShop } from "./globalSetup.ts";

/** The shop of this worker. Tests run on several workers, each with a shop that no other test changes meanwhile. */
export const workerShop = (): RunningShop => {
  const shop = inject("shops")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!shop) throw new Error(`no shop was opened for worker ${process.env.VITEST_POOL_ID}`);
  return shop;
};
