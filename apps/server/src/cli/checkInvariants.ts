import { sql } from "kysely";
import { limitStatements, unlimited } from "../db/connection/statementLimit.ts";
import type { Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import { invariants } from "./invariants.ts";

export type BrokenInvariant = {
  readonly id: string;
  readonly description: string;
  readonly rows: readonly { seller_id: string | null; id: string }[];
};

type Violation = BrokenInvariant["rows"][number];

/** Reads every row, however long that takes. */
const readViolations = async ({ db }: { readonly db: Database }, query: string): Promise<readonly Violation[]> => {
  await limitStatements({ db }, unlimited);
  return (await sql<Violation>`select * from (${sql.raw(query)}) found limit 20`.execute(db)).rows;
};

/**
 * Returns the violated invariants with at most 20 rows each. `acrossSellers` sees every seller; it may be a transaction.
 */
export const checkInvariants = async (acrossSellers: Database): Promise<BrokenInvariant[]> => {
  const broken: BrokenInvariant[] = [];
  for (const { id, description, query } of invariants) {
    const read = acrossSellers.isTransaction
      ? readViolations({ db: acrossSellers }, query)
      : transact({ db: acrossSellers }, (tx) => readViolations(tx, query));
    const rows = await read.catch((cause: unknown) => {
      throw new Error(`Invariant ${id} cannot be checked (${description})`, { cause });
    });
    if (rows.length > 0) broken.push({ id, description, rows });
  }
  return broken;
};

/** `foyer check`: prints each violated invariant with its rows; exits with 1 if there are any. */
export const reportInvariants = async (acrossSellers: Database, print: (line: string) => void): Promise<number> => {
  const broken = await checkInvariants(acrossSellers);
  for (const { id, description, rows } of broken) {
    print(`${id} is violated: ${description}`);
    for (const row of rows) print(`  seller ${row.seller_id ?? "-"}: ${row.id}`);
  }
  print(`${invariants.length - broken.length} of ${invariants.length} invariants hold`);
  return broken.length === 0 ? 0 : 1;
};
