import { sql } from "kysely";
import type { Tx } from "../../db/connections.ts";
import type { Schema } from "../../db/schema/schema.ts";

/** Tables to which an import may add thousands of rows. */
const largeTables = [
  "event_template",
  "ticket_group",
  "ticket_type",
  "event_session",
  "session_price",
  "price_log",
  "seat",
  "code",
] as const satisfies readonly (keyof Schema)[];

/**
 * Updates the planner's statistics at once. PostgreSQL does so by itself within a minute or two, but until then its plans
 * are for a few rows, and a calendar over a year's sessions takes seconds. Only the owner of the tables may analyze them,
 * so the role changes for that statement.
 */
export const analyzeTables = async (tx: Tx): Promise<void> => {
  await sql`set local role none`.execute(tx);
  await sql`analyze ${sql.join(largeTables.map((table) => sql.table(table)))}`.execute(tx);
  await sql`set local role foyer_app`.execute(tx);
};
