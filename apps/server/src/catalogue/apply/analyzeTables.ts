import { sql } from "kysely";
import type { Tx } from "../../db/connections.ts";
import type { Schema } from "../../db/schema/schema.ts";

/** Where an import may leave thousands of rows. */
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
 * Lets the database know at once how much there is now. It finds out by itself within a minute or two; until then it
 * believes in a few rows, and a calendar over a year's sessions takes seconds. Only the tables' owner may, who is the one
 * that logged in: the rows are looked at as a whole, and none of them is told.
 */
export const analyzeTables = async (tx: Tx): Promise<void> => {
  await sql`set local role none`.execute(tx);
  await sql`analyze ${sql.join(largeTables.map((table) => sql.table(table)))}`.execute(tx);
  await sql`set local role foyer_app`.execute(tx);
};
