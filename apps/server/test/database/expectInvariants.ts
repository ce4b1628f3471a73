import { expect } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import type { Database } from "../../src/db/connections.ts";

/**
 * Checks the database's invariants after the tests of a file. While mutants are tried, only the test that a mutant names
 * counts, so the check is skipped.
 */
export const expectInvariants = async (acrossSellers: Database): Promise<void> => {
  if (process.env.TRIES_MUTANTS === "1") return;
  expect(await checkInvariants(acrossSellers)).toEqual([]);
};
