import { CompiledQuery } from "kysely";
import type { Database } from "./connect.ts";

/**
 * One statement in plain SQL, for the few that are asked so often that building them would show. `text` has to be a
 * constant: it is prepared once for each connection. Lists travel as arrays, `= any($1)` and `unnest($1)`.
 */
export const statement = async <Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
