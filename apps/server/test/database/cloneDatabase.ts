import { randomBytes } from "node:crypto";
import { Client, type PoolConfig } from "pg";
import { inject } from "vitest";
import { logins } from "../../src/db/openDatabase.ts";
import type { OpenedDatabase } from "../../src/db/openDatabase.ts";
import { templateName } from "./globalSetup.ts";

declare global {
  /** What `dropDatabases.ts` drops after the test file. */
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

/** Runs a statement about databases. A copy of every node's template is a cluster of its own. */
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

const addressOf = ({ host = "", port = 5432, user = "", password = "", database }: PoolConfig): string =>
  `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user, password: String(password) })}`;

/** The settings of a server process that works on the same database, as the app of this run does. */
export const databaseSettings = ({ database }: Pick<PoolConfig, "database">): Record<string, string> => {
  const pooler = inject("pooler");
  return {
    DATABASE_URL: addressOf(ownerOf({ database })),
    ...(pooler && { APP_DATABASE_URL: addressOf({ ...pooler, database }) }),
  };
};
