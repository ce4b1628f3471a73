import type { Client } from "pg";
import { changingSchema, distribute, distributeTable, onEveryNode } from "./distribute.ts";
import { createdTable, singleCommands, unnamedCheck, type UnnamedCheck } from "./singleCommands.ts";

/**
 * Runs a migration's statements on a distributed database, inside the migration's transaction: statements that the nodes
 * would refuse are rewritten, and new tables are distributed. `clusterMigrations.test.ts` refuses statements that cannot
 * be rewritten.
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

/**
 * A foreign key may not refer from a local table to a distributed one, so the table is first created on the coordinator
 * alone.
 */
const createTable = async (client: Client, table: string, command: string): Promise<void> => {
  await client.query(onEveryNode(false));
  await client.query(command);
  await client.query(onEveryNode(true));
  await distributeTable(client, table);
};

/** The name that PostgreSQL gives to the check, so that it is the same on all nodes. The coordinator tries it alone. */
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
