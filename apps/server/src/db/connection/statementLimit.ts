import { sql, type QueryExecutorProvider } from "kysely";

/** In milliseconds. */
export type StatementLimit = number;

/** For work that reads or writes as much as a seller has, such as an import. */
export const unlimited: StatementLimit = 0;

const command = "set local statement_timeout = ";

/**
 * How long each further statement of a transaction may take, in place of `sessionSettings`. The connection waits as long for
 * an answer. `db` is the transaction.
 */
export const limitStatements = async (
  { db }: { readonly db: QueryExecutorProvider },
  limit: StatementLimit,
): Promise<void> => {
  await sql.raw(`${command}${limit}`).execute(db);
};

/** The limit that a statement of `limitStatements` sets. */
export const limitSetBy = (text: string | object): StatementLimit | undefined =>
  typeof text === "string" && text.startsWith(command) ? Number(text.slice(command.length)) : undefined;
