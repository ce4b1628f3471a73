import { expect } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import type { Database } from "../../src/db/connections.ts";

/**
 * After the tests of a file: the database's invariants hold. Where mutants are tried only the test counts that a mutant
 * names, so nothing is read that cannot change the outcome.
 */
export const expectInvariants = async (acrossSellers: Database): Promise<void> => {
  if (process.env.TRIES_MUTANTS === "1") return;
  expect(await checkInvariants(acrossSellers)).toEqual([]);
};
