import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import { replacementVariable, type Replacement } from "./replacement.ts";
import { openDatabase, type OpenedDatabase } from "../apps/server/src/db/openDatabase.ts";
import { createAppLogin, startPooler, type Pooler } from "../apps/server/test/database/pooler.ts";
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
  /** The database at these addresses instead of the embedded one of the folder. */
  readonly addresses?: DatabaseAddresses;
};
type DatabaseAddresses = { readonly owner: string; readonly app: string };
export type ServerProcess = { readonly url: string; readonly pid: number; stop(): Promise<void> };

/**
 * Starts the production server in a separate process, with the embedded database of a folder, which several servers may
 * share.
 */
export const startServer = async (
  folder: string,
  {
    pages = false,
    selling = false,
    connections,
    replaces,
    fromSources = replaces !== undefined,
    addresses,
  }: ServerKind,
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
      ...(addresses && {
        DATABASE_URL: addresses.owner,
        APP_DATABASE_URL: addresses.app,
        SECRETS_KEY: randomBytes(32).toString("hex"),
      }),
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

/**
 * Starts PgBouncer in transaction mode in front of the database of a folder, which is migrated and running. The socket
 * is for the owner.
 */
const openPooler = async (
  folder: string,
  { owner }: OpenedDatabase,
): Promise<{ readonly pooler: Pooler; readonly addresses: DatabaseAddresses }> => {
  const login = { user: "foyer_shop", password: randomBytes(24).toString("hex") };
  await createAppLogin(owner, folder, login);
  const pooler = await startPooler(owner.host ?? "", login);
  const { port } = pooler.config(owner.database ?? "") as PoolConfig;
  const query = `?host=${encodeURIComponent(owner.host ?? "")}`;
  return {
    pooler,
    addresses: {
      owner: `postgres://${owner.user}:${String(owner.password)}@localhost/${owner.database}${query}`,
      app: `postgres://${login.user}:${login.password}@127.0.0.1:${port}/${owner.database}`,
    },
  };
};

/**
 * Starts the production server with an embedded database in a new folder. With `pooled`, the server reaches the database
 * through PgBouncer.
 */
export const openBenchServer = async ({
  pooled = false,
  ...kind
}: ServerKind & { readonly pooled?: boolean } = {}): Promise<BenchServer> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  const start = async (): Promise<ServerProcess> => {
    if (kind.prepare) {
      await (await startServer(folder, kind)).stop();
      await kind.prepare(folder);
    }
    return startServer(folder, kind);
  };
  const first = await start().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const behind = pooled ? await openPooler(folder, database) : undefined;
  const server = behind ? await startServer(folder, { ...kind, addresses: behind.addresses }) : first;
  if (behind) await first.stop();
  const pool = new pg.Pool({ ...database.owner, max: 2, options: "-c app.seller=*" });
  return {
    url: server.url,
    pid: server.pid,
    owner: database.owner,
    app: database.app,
    query: async (text, values) => (await pool.query(text, [...values])).rows,
    close: async () => {
      await server.stop();
      await behind?.pooler.stop();
      await pool.end();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
