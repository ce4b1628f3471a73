import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../apps/server/src/db/openDatabase.ts";
import { startServer, type BenchServer, type ServerProcess } from "../benchServer.ts";
import { processTime } from "./processTime.ts";

/** Server processes on one database. */
export type BenchServers = BenchServer & {
  readonly servers: readonly ServerProcess[];
  /** Milliseconds of CPU time so far, of all servers and of the database with all its processes. */
  cpu(): Promise<{ readonly server: number; readonly database: number }>;
};

/**
 * Starts `count` servers that share the embedded database of a folder. The database was stopped before, or starts for
 * the first time: so there has just been a checkpoint, and the first change of each page writes the full page to the
 * log. `connections`: the most that each server opens to the database.
 */
export const openServers = async (folder: string, count: number, connections?: number): Promise<BenchServers> => {
  const servers: ServerProcess[] = [];
  const stopAll = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    // One after another, since the first one migrates.
    for (let started = 0; started < count; started++)
      servers.push(await startServer(folder, { selling: true, ...(connections !== undefined && { connections }) }));
    const database = await openDatabase(
      { DATA_DIR: folder, DATABASE_URL: undefined, APP_DATABASE_URL: undefined },
      () => {},
    );
    const pool = new pg.Pool({ ...database.owner, max: 2, options: "-c app.seller=*" });
    const postmaster = Number((await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split("\n")[0]);
    const [first] = servers;
    if (!first) throw new Error("No server was asked for.");
    return {
      url: first.url,
      pid: first.pid,
      servers,
      owner: database.owner,
      app: database.app,
      query: async (text, values) => (await pool.query(text, [...values])).rows,
      cpu: async () => ({
        server: (await Promise.all(servers.map(({ pid }) => processTime(pid)))).reduce((sum, ms) => sum + ms, 0),
        database: await processTime(postmaster),
      }),
      close: async () => {
        await stopAll();
        await pool.end();
        await database.stop();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
};
