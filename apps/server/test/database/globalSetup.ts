import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client, type PoolConfig } from "pg";
import type { TestProject } from "vitest/node";
import type { ConnectionsConfig } from "../../src/db/connections.ts";
import { folderInMemory } from "./folderInMemory.ts";
import type { Pooler } from "./pooler.ts";
import { startEmbedded } from "../../src/db/embedded/startEmbedded.ts";
import { migrate } from "../../src/db/migrate/migrate.ts";
import { migrationsFolder } from "../../src/db/migrate/migrationFiles.ts";

/** What a test needs to clone a database. */
export type TestCluster = {
  readonly host: string;
  /** The port of a Citus cluster; the embedded one listens on a socket. */
  readonly port?: number;
  readonly user: string;
  readonly password: string;
  /** How PostgreSQL copies a template. Copying files takes half as long, but on a disk it waits until all are written. */
  readonly copying: "file_copy" | "wal_log";
};

/** A node of a Citus cluster. */
export type Node = { readonly host: string; readonly port: number };

declare module "vitest" {
  export interface ProvidedContext {
    cluster: TestCluster;
    /** The app's connection through a pooler, if there is one. */
    pooler: ConnectionsConfig | undefined;
    /** The nodes of a Citus cluster, the coordinator first; `cluster` is their coordinator. Undefined in other runs. */
    nodes: readonly Node[] | undefined;
    /** A folder for files of the run; it is removed afterwards. */
    scratch: string;
  }
}

export const templateName = "foyer_template";

type OpenPooler = (owner: PoolConfig, folder: string) => Promise<Pooler>;

/** Vitest's global setup: one real PostgreSQL for the run, with a migrated template database. */
const setUp = async (project: TestProject): Promise<() => Promise<void>> => setUpCluster(project);

export const setUpCluster = async (project: TestProject, openPooler?: OpenPooler): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(folderInMemory(), "foyer-test-"));
  const embedded = await startEmbedded(folder, () => {});
  const release = stopWithParent(folder);
  const { host, user, password } = embedded.owner;

  const client = new Client(embedded.owner);
  await client.connect();
  await client.query(`create database ${templateName}`);
  // Tests send most statements only a few times, when planning would be most of PostgreSQL's work.
  await client.query(`alter role ${user} set plan_cache_mode = force_generic_plan`);
  // Each test file opens dozens of connections, and deriving a key from a password is most of their work here.
  await client.query("set scram_iterations = 1");
  await client.query(`alter role ${user} password ${client.escapeLiteral(password)}`);
  await client.end();
  await findDeadlocksSooner(join(folder, "postgres"));
  const migrations = await readdir(migrationsFolder).catch(() => []);
  if (migrations.length > 0) await migrate({ ...embedded.owner, database: templateName });

  const copying = folder.startsWith("/dev/shm/") ? "file_copy" : "wal_log";
  project.provide("cluster", { host, user, password, copying });
  const pooler = await openPooler?.(embedded.owner, folder);
  project.provide("pooler", pooler?.config(""));
  project.provide("nodes", undefined);
  project.provide("scratch", folder);
  return async () => {
    await pooler?.stop();
    await embedded.stop();
    release();
    await rm(folder, { recursive: true, force: true });
  };
};

/** Mutants that take away an order of locks end in deadlocks, for which PostgreSQL looks after a second. */
const findDeadlocksSooner = async (cluster: string): Promise<void> => {
  await appendFile(join(cluster, "postgresql.conf"), "deadlock_timeout = 200ms\n");
  const [postmaster] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(postmaster), "SIGHUP");
};

/** Stops PostgreSQL even if the run is killed: this process notices the broken pipe and cleans up. */
const stopWithParent = (folder: string): (() => void) => {
  const script =
    'cat >/dev/null; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null)" 2>/dev/null && sleep 1; rm -rf "$1"';
  const watcher = spawn("sh", ["-c", script, "sh", folder], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  watcher.unref();
  return () => void watcher.stdin.end();
};

export default setUp;
