import { randomBytes } from "node:crypto";
import { Client, type PoolConfig } from "pg";
import { inject } from "vitest";
import { logins } from "../../src/db/openDatabase.ts";
import type { OpenedDatabase } from "../../src/db/openDatabase.ts";
import { templateName } from "./globalSetup.ts";

declare global {
  /** The databases that `dropDatabases.ts` drops after the test file. */
  var clonedDatabases: string[] | undefined;
}

/** A migrated, empty database of the test's own. It is dropped after the test file. */
export const cloneDatabase = async (): Promise<Pick<OpenedDatabase, "owner" | "app">> => createDatabase(templateName);

/** A database without a schema, for tests of the migrations. */
export const createBareDatabase = async (): Promise<Pick<OpenedDatabase, "owner" | "app">> =>
  createDatabase("template0");

const createDatabase = async (template: string): Promise<Pick<OpenedDatabase, "owner" | "app">> => {
  const cluster = inject("cluster");
  const database = `test_${randomBytes(8).toString("hex")}`;
  (globalThis.clonedDatabases ??= []).push(database);
  await onEveryNode(`create database ${database} template ${template} strategy ${cluster.copying}`);
  const pooler = inject("pooler");
  return { ...logins({ ...cluster, database }), ...(pooler && { app: { ...pooler, database } }) };
};

/** Runs a statement about databases on every node. A copy of every node's template is a separate cluster. */
export const onEveryNode = async (statement: string): Promise<void> => {
  const nodes = inject("nodes") ?? [{}];
  await Promise.all(
    nodes.map(async (node) => {
      const client = new Client({ ...inject("cluster"), ...node, database: "postgres" });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    }),
  );
};

/** The owner's login to the database that the app's login names. */
export const ownerOf = ({ database }: Pick<PoolConfig, "database">): PoolConfig => ({ ...inject("cluster"), database });

/**
 * Without these settings, Citus does not allow dropping a trigger, or changing several tables on all nodes in one
 * transaction.
 */
const changingAnything = "-c citus.enable_unsafe_triggers=on -c citus.multi_shard_modify_mode=sequential";

/** The owner's connection, which may corrupt data; not open yet. */
export const ownerClient = (database: Pick<PoolConfig, "database">): Client =>
  new Client({ ...ownerOf(database), options: changingAnything });

/**
 * Sends statements of the owner. Citus sends the whole text around a schema change to the nodes, which refuse several
 * commands in one text, so each command is sent alone. A block between `$$` is not split.
 */
export const sendAsOwner = async (client: Client, statements: string): Promise<void> => {
  for (const part of statements.split(
    /([^;$]*\$\$[^]*?\$\$[^;]*;?|(?:alter table|(?:create|drop) (?:unique )?index|drop trigger)\b[^;]*;?)/,
  ))
    if (!/^[\s;]*$/.test(part)) await client.query(part);
};

const addressOf = ({ host = "", port = 5432, user = "", password = "", database }: PoolConfig): string =>
  `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user, password: String(password) })}`;

/** The settings of a server process that uses the same database, like the app of this run. */
export const databaseSettings = ({ database }: Pick<PoolConfig, "database">): Record<string, string> => {
  const pooler = inject("pooler");
  return {
    DATABASE_URL: addressOf(ownerOf({ database })),
    ...(pooler && { APP_DATABASE_URL: addressOf({ ...pooler, database }) }),
  };
};
