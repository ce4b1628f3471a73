import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import { invariants } from "./invariants.ts";

export type Broken = {
  readonly id: string;
  readonly says: string;
  readonly rows: readonly { seller_id: string | null; id: string }[];
};

/** Looks for anything that must not be. `acrossSellers` sees every seller; an empty answer is a healthy shop. */
export const checkInvariants = async (acrossSellers: Database): Promise<Broken[]> => {
  const broken: Broken[] = [];
  for (const { id, says, finds } of invariants) {
    const { rows } = await sql<{
      seller_id: string | null;
      id: string;
    }>`select * from (${sql.raw(finds)}) found limit 20`.execute(acrossSellers);
    if (rows.length > 0) broken.push({ id, says, rows });
  }
  return broken;
};

/** `foyer check`: prints each invariant that is broken and where; exit code 1 when one is. */
export const check = async (acrossSellers: Database, print: (line: string) => void): Promise<number> => {
  const broken = await checkInvariants(acrossSellers);
  for (const { id, says, rows } of broken) {
    print(`${id} broken: ${says}`);
    for (const row of rows) print(`  seller ${row.seller_id ?? "-"}: ${row.id}`);
  }
  print(`${invariants.length - broken.length} of ${invariants.length} invariants hold`);
  return broken.length === 0 ? 0 : 1;
};
