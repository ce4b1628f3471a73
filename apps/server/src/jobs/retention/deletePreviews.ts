import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { limitStatements, unlimited } from "../../db/connection/statementLimit.ts";
import { transact } from "../../db/transact.ts";
import type { RetentionContext } from "./deleteOldRows.ts";

/**
 * A server forgets a seller within two seconds of its preview's end, and no request takes longer than this. After that
 * nobody writes to it.
 */
const afterSeconds = 30;
/** Per run; the next run continues. */
const maxAtOnce = 20;

/** Ended previews, oldest first. */
const endedPreviews = async (acrossSellers: Database): Promise<{ readonly id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from seller
    where preview_of is not null and preview_ends_at < app_now() - make_interval(secs => ${afterSeconds})
    order by preview_ends_at, id limit ${maxAtOnce}`.execute(acrossSellers);
  return rows;
};

/**
 * Deletes ended previews with their rows in every table, each in a transaction that sees the rows of no other seller.
 * Returns their number. If two servers do it at the same time, the second finds nothing left.
 */
export const deletePreviews = async (
  { connections, log }: Pick<RetentionContext, "connections" | "log">,
  stopping?: AbortSignal,
): Promise<number> => {
  let deleted = 0;
  for (const { id } of await endedPreviews(connections.acrossSellers())) {
    if (stopping?.aborted) break;
    try {
      deleted += await deleteOne(connections.forSeller(id), id);
    } catch (error) {
      const err = error instanceof Error ? error.message : String(error);
      log.error({ event: "preview_not_deleted", id, err }, "a preview could not be deleted");
    }
  }
  return deleted;
};

/**
 * A second server waits for an advisory lock rather than for the row: the function deletes with the rights of the
 * tables' owner, which on a cluster is another session of the same transaction, and would wait for our own lock.
 */
const deleteOne = (db: Database, id: string): Promise<number> =>
  transact({ db }, async ({ db }) => {
    await limitStatements({ db }, unlimited);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`delete preview ${id}`}, 0))`.execute(db);
    const { rows } = await sql`select id from seller where id = ${id}::uuid and preview_of is not null`.execute(db);
    if (rows.length === 0) return 0;
    await sql`select delete_preview(${id}::uuid) as done`.execute(db);
    return 1;
  });
