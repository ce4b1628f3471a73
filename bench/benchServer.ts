import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import { replacementVariable, type Replacement } from "./replacement.ts";
import { openDatabase } from "../apps/server/src/db/openDatabase.ts";
import { serverFile, serverFlags } from "../scripts/serverFlags.mjs";

export type BenchServer = {
  readonly url: string;
  readonly pid: number;
  readonly owner: PoolConfig;
  readonly app: PoolConfig;
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

type ServerKind = {
  /** Serves the storefront. */
  readonly pages?: boolean;
  /** Uses the test gateway, behind a proxy that forwards each buyer's address. */
  readonly selling?: boolean;
  /** Called with the database's folder after it was created, while the database is stopped. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** Replaces a text in one of the server's files, which is then started from its sources. */
  readonly replaces?: Replacement;
  /** The most connections to the database (`DATABASE_CONNECTIONS`). */
  readonly connections?: number;
  /** Started from its sources, to be compared with one that replaces a text. */
  readonly fromSources?: boolean;
};
export type ServerProcess = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/**
 * Starts the production server in a separate process, with the embedded database of a folder, which several servers may
 * share.
 */
export const startServer = async (
  folder: string,
  { pages = false, selling = false, connections, replaces, fromSources = replaces !== undefined }: ServerKind,
): Promise<ServerProcess> => {
  const main = join(import.meta.dirname, "..", fromSources ? "apps/server/src/main.ts" : serverFile);
  const replacing = replaces ? ["--import", join(import.meta.dirname, "replaceText.ts")] : [];
  const child = spawn(process.execPath, [...serverFlags, ...replacing, main, ...(pages ? [] : ["--api"])], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      NODE_ENV: "production",
      DEMO: "true",
      ...(connections !== undefined && { DATABASE_CONNECTIONS: String(connections) }),
      ...(replaces && { [replacementVariable]: JSON.stringify(replaces) }),
      ...(selling && { ALLOW_TEST_GATEWAY: "true", TRUST_PROXY: "127.0.0.1,::1" }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const started = Promise.withResolvers<string>();
  let output = "";
  const listen = (chunk: Buffer): void => {
    output += chunk.toString();
    const [, open] = /open at (http\S+)/.exec(output) ?? [];
    if (open) started.resolve(open);
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("close", (code, signal) =>
    started.reject(new Error(`The server did not start (${signal ?? code}): ${output}`)),
  );
  const url = await started.promise;
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      // A process that has ended already emits no second exit event.
      if (child.kill("SIGTERM")) await once(child, "exit");
    },
  };
};

/** Starts the production server with an embedded database in a new folder. */
export const openBenchServer = async (kind: ServerKind = {}): Promise<BenchServer> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  const start = async (): Promise<ServerProcess> => {
    if (kind.prepare) {
      await (await startServer(folder, kind)).stop();
      await kind.prepare(folder);
    }
    return startServer(folder, kind);
  };
  const server = await start().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const pool = new pg.Pool({ ...database.owner, max: 2, options: "-c app.seller=*" });
  return {
    url: server.url,
    pid: server.pid,
    owner: database.owner,
    app: database.app,
    query: async (text, values) => (await pool.query(text, [...values])).rows,
    close: async () => {
      await server.stop();
      await pool.end();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
