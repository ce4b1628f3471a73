import { sql, type QueryExecutorProvider } from "kysely";

/** Milliseconds. */
export type StatementLimit = number;

/** For work that reads or writes a whole seller's data, such as an import. */
export const unlimited: StatementLimit = 0;

const command = "set local statement_timeout = ";

/** The statement of `limitStatements`, for a pipeline. */
export const limitCommand = (limit: StatementLimit): string => `${command}${limit}`;

/**
 * Sets how long each further statement of a transaction may take, instead of the limit in `sessionSettings`. The
 * connection waits as long for a reply. `db` must be the transaction.
 */
export const limitStatements = async (
  { db }: { readonly db: QueryExecutorProvider },
  limit: StatementLimit,
): Promise<void> => {
  await sql.raw(limitCommand(limit)).execute(db);
};

/** The limit that a statement of `limitStatements` sets. */
export const limitSetBy = (text: string | object): StatementLimit | undefined =>
  typeof text === "string" && text.startsWith(command) ? Number(text.slice(command.length)) : undefined;
