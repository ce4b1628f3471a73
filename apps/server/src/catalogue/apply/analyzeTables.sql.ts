import { sql } from "kysely";
import pg, { type PoolConfig } from "pg";
import type { Database, Tx } from "../../db/connections.ts";
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

const analyze = sql`analyze ${sql.join(largeTables.map((table) => sql.table(table)))}`;

/** Whether this login may analyze the tables. Only their owner may; for others PostgreSQL skips them with a warning. */
const isOwner = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ owns: boolean }>`select pg_has_role(session_user, relowner, 'member') as owns
    from pg_class where oid = 'public.event_session'::regclass`.execute(db);
  return rows[0]?.owns === true;
};

/**
 * Updates the planner's statistics at once. PostgreSQL does so by itself within a minute or two, but until then it plans
 * for a few rows, and a calendar of a year's sessions takes seconds. Only the tables' owner may analyze them, so the
 * role is reset for that statement. An app login that is not the owner leaves it to `analyzeAsOwner`.
 */
export const analyzeTables = async (tx: Tx): Promise<void> => {
  if (!(await isOwner(tx))) return;
  await sql`set local role none`.execute(tx);
  await analyze.execute(tx);
  await sql`set local role foyer_app`.execute(tx);
};

/** Analyzes with the owner's login, which the command line has, after an import by an app login that is not the owner. */
export const analyzeAsOwner = async (acrossSellers: Database, openOwner: () => Promise<PoolConfig>): Promise<void> => {
  if (await isOwner(acrossSellers)) return;
  const client = new pg.Client(await openOwner());
  await client.connect();
  await client.query(`analyze ${largeTables.join(", ")}`).finally(() => client.end());
};
