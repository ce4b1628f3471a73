import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import { openDatabase } from "../apps/server/src/db/open.ts";

export type BenchServer = {
  readonly url: string;
  readonly owner: PoolConfig;
  readonly app: PoolConfig;
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

/** The server as it is started in earnest, without its pages: a process of its own, with an embedded database on a fresh folder. */
export const openBenchServer = async (): Promise<BenchServer> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  const child = spawn(process.execPath, [join(import.meta.dirname, "../apps/server/src/main.ts"), "--api"], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, open] = /open at (http\S+)/.exec(said) ?? [];
      if (open) resolve(open);
    });
    child.once("exit", () => reject(new Error(`The server did not start: ${said}`)));
  });
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const pool = new pg.Pool({ ...database.owner, max: 2 });
  pool.on("connect", (client) => void client.query("set app.seller = '*'"));
  return {
    url,
    owner: database.owner,
    app: database.app,
    query: async (text, values) => (await pool.query(text, [...values])).rows,
    close: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      await pool.end();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
