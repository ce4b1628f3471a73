import { sql } from "kysely";
import { limitCommand, limitStatements, unlimited } from "../db/connection/statementLimit.ts";
import type { Database } from "../db/connections.ts";
import { statement } from "../db/statements/statement.ts";
import { transactPipelined } from "../db/transact.ts";
import { invariants } from "./invariants.ts";

export type BrokenInvariant = {
  readonly id: string;
  readonly description: string;
  readonly rows: readonly { seller_id: string | null; id: string }[];
};

type Violation = BrokenInvariant["rows"][number];

const violationsOf = (query: string): string => `select * from (${query}) found limit 20`;

const readInTransaction = async (db: Database, query: string): Promise<readonly Violation[]> => {
  await limitStatements({ db }, unlimited);
  return (await sql<Violation>`${sql.raw(violationsOf(query))}`.execute(db)).rows;
};

/** Reads every row, however long that takes, in a transaction of its own and in one round trip. */
const readViolations = async (acrossSellers: Database, query: string): Promise<readonly Violation[]> => {
  const [, violations] = await transactPipelined(acrossSellers, (pipeline, commitWith) =>
    commitWith(
      Promise.all([
        statement(pipeline, limitCommand(unlimited), []),
        statement<Violation>(pipeline, violationsOf(query), []),
      ]),
    ),
  );
  return violations;
};

/**
 * Returns the violated invariants with at most 20 rows each. `acrossSellers` sees every seller; it may be a transaction.
 */
export const checkInvariants = async (acrossSellers: Database): Promise<BrokenInvariant[]> => {
  const broken: BrokenInvariant[] = [];
  for (const { id, description, query } of invariants) {
    const read = acrossSellers.isTransaction ? readInTransaction : readViolations;
    const rows = await read(acrossSellers, query).catch((cause: unknown) => {
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
