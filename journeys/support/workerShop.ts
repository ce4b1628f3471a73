import { inject } from "vitest";
import type { RunningShop } from "./globalSetup.ts";

/** Journeys are walked two at a time, each in a shop that nobody else changes meanwhile: every worker of the run has one of its own. */
export const workerShop = (): RunningShop => {
  const shop = inject("shops")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!shop) throw new Error(`no shop was opened for worker ${process.env.VITEST_POOL_ID}`);
  return shop;
};
