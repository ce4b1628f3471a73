import { inject } from "vitest";
import type { TestApp } from "../app/testApp.ts";

/** Stops the database's clock at a time, for every session of the test's database. */
export const stopClock = async (server: Pick<TestApp, "runAsOwner">, moment: Temporal.Instant): Promise<void> => {
  // The same volatility that `distributeTables` sets on a cluster.
  const volatility = inject("nodes") ? "immutable" : "stable";
  await server.runAsOwner(
    `create or replace function app_now() returns timestamptz language sql ${volatility} as $$ select timestamptz '${moment.toString()}' $$`,
  );
};
