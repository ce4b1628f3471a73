import type { Client } from "pg";
import { changingSchema, distribute, distributeTable, onEveryNode } from "./distribute.ts";
import { createdTable, singleCommands, unnamedCheck, type UnnamedCheck } from "./singleCommands.ts";

/**
 * Runs a migration's statements on a database whose tables are distributed, inside the transaction of the migration: what the
 * nodes refuse goes in a form that they accept, and what is new is distributed too. `clusterMigrations.test.ts` refuses
 * statements that have no such form.
 */
export const migrateCluster = async (client: Client, statements: readonly string[]): Promise<void> => {
  await client.query(changingSchema);
  for (const command of statements.flatMap(singleCommands)) await runCommand(client, command);
  await distribute(client);
};

const runCommand = async (client: Client, command: string): Promise<void> => {
  const table = createdTable(command);
  const check = unnamedCheck(command);
  if (table !== undefined) await createTable(client, table, command);
  else if (check) await client.query(`${check.before}constraint ${await nameOf(client, check)} ${check.after}`);
  else await client.query(command);
};

/** A foreign key may not lead from a table that is not distributed to one that is, so the other nodes hear of it afterwards. */
const createTable = async (client: Client, table: string, command: string): Promise<void> => {
  await client.query(onEveryNode(false));
  await client.query(command);
  await client.query(onEveryNode(true));
  await distributeTable(client, table);
};

/** The name that PostgreSQL gives to the check, which differs on no node then. The coordinator tries it alone. */
const nameOf = async (client: Client, { table, before, after }: UnnamedCheck): Promise<string> => {
  await client.query("savepoint naming");
  await client.query(onEveryNode(false));
  const names = async (): Promise<string[]> =>
    (
      await client.query<{ name: string }>(
        "select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype = 'c'",
        [table],
      )
    ).rows.map(({ name }) => name);
  const known = await names();
  await client.query(before + after);
  const added = (await names()).filter((name) => !known.includes(name));
  await client.query("rollback to savepoint naming");
  const [name] = added;
  if (name === undefined || added.length > 1)
    throw new Error(`A column with ${added.length} checks has to be added with a name for each: ${before}`);
  return name;
};
