import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { PoolConfig } from "pg";
import type { Settings } from "../settings.ts";
import { appRole } from "./appLogin.ts";
import type { ConnectionsConfig } from "./connections.ts";
import { startEmbedded } from "./embedded/startEmbedded.ts";
import type { ReportProgress } from "./embedded/startEmbedded.ts";

/** A running database with safe settings, and how to connect to it. */
export type OpenedDatabase = {
  readonly kind: "embedded" | "external";
  /** For migrations. */
  readonly owner: PoolConfig;
  /** For everything else, with the rights of `appRole`. */
  readonly app: ConnectionsConfig;
  /** For the log, such as 'embedded PostgreSQL in .data (started)'. */
  readonly description: string;
  readonly stop: () => Promise<void>;
};

const oldestVersion = 15;

/**
 * Opens DATABASE_URL if it is set, otherwise the embedded PostgreSQL in DATA_DIR. Refuses a database that could lose
 * committed data.
 */
export const openDatabase = async (
  settings: Pick<Settings, "APP_DATABASE_URL" | "DATABASE_URL" | "DATA_DIR">,
  report: ReportProgress,
): Promise<OpenedDatabase> => {
  if (settings.DATABASE_URL) {
    const owner = { connectionString: settings.DATABASE_URL };
    await assertSafeSettings(owner);
    return {
      kind: "external",
      ...logins(owner),
      ...(settings.APP_DATABASE_URL && { app: pooledLogin(settings.APP_DATABASE_URL) }),
      description: "PostgreSQL at DATABASE_URL",
      stop: async () => {},
    };
  }

  const embedded = await startEmbedded(settings.DATA_DIR, report);
  try {
    await assertSafeSettings(embedded.owner);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return {
    kind: "embedded",
    ...logins(embedded.owner),
    description: `embedded PostgreSQL in ${settings.DATA_DIR} (${embedded.started ? "started" : "joined"})`,
    stop: embedded.stop,
  };
};

/** Whether the database exists already; one at DATABASE_URL always does. */
export const databaseExists = async ({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Settings, "DATABASE_URL" | "DATA_DIR">): Promise<boolean> =>
  DATABASE_URL !== undefined || (await stat(join(DATA_DIR, "postgres")).catch(() => undefined)) !== undefined;

/** The same login as the owner, and with the app's role. */
export const logins = (owner: PoolConfig): Pick<OpenedDatabase, "owner" | "app"> => ({
  owner: { ...owner, application_name: "foyer" },
  app: { ...owner, application_name: "foyer", options: `-c role=${appRole}` },
});

/** A separate login of the app, which may lead through a pooler. */
const pooledLogin = (connectionString: string): ConnectionsConfig => ({
  connectionString,
  application_name: "foyer",
  isPooled: true,
});

/** Refuses settings that could lose a committed order, and isolation levels that the locking does not support. */
export const assertSafeSettings = async (config: PoolConfig): Promise<void> => {
  const client = new Client({ ...config, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch((cause: unknown) => {
      throw new Error(`The database does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    });
    const { rows } = await client.query<{ fsync: string; commit: string; isolation: string; version: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('default_transaction_isolation') as isolation, current_setting('server_version_num') as version`,
    );
    const found = rows[0];
    if (!found) throw new Error("The database did not return its settings.");
    const version = Math.floor(Number(found.version) / 10_000);
    const problems = [
      found.fsync !== "on" && `fsync is ${found.fsync}; it must be on, or a power cut loses orders.`,
      found.commit === "off" && "synchronous_commit is off; it must be on, or a crash loses orders already confirmed.",
      found.isolation !== "read committed" &&
        `default_transaction_isolation is ${found.isolation}; it must be read committed.`,
      version < oldestVersion && `It is PostgreSQL ${version}; it must be ${oldestVersion} or newer.`,
    ].filter((line) => line !== false);
    if (problems.length > 0)
      throw new Error(`This database cannot be used:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  } finally {
    await client.end().catch(() => {});
  }
};
