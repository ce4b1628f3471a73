import pg, { type PoolConfig } from "pg";
import { findPgbench, pgbench, type Script } from "./pgbench.ts";

/** A reference without our server: connections to the database that repeat the same transaction. */
export type DirectLoad = {
  readonly name: string;
  readonly run: (seconds: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

type DirectLoadOptions = {
  /** What it does, for example 'a whole hold per transaction'. */
  readonly name: string;
  readonly clients: number;
  readonly script: Script;
  /** Runs the transaction once with the driver. */
  readonly once: (client: pg.PoolClient, index: number) => Promise<unknown>;
};

/** Uses pgbench, which costs very little itself; if it is not installed, uses the server's driver. */
export const openDirectLoad = async (
  login: PoolConfig,
  { name, clients, script, once }: DirectLoadOptions,
): Promise<DirectLoad> => {
  const program = await findPgbench();
  if (program !== undefined)
    return {
      name: `pgbench, ${name}`,
      run: (seconds) => pgbench(program, login, { script, clients, seconds }),
      close: async () => {},
    };
  const pool = new pg.Pool({ ...login, max: clients });
  const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  return {
    name: `without pgbench: the driver, ${name}`,
    run: async (seconds) => {
      let done = 0;
      const startedAt = performance.now();
      const work = async (client: pg.PoolClient): Promise<void> => {
        while (performance.now() - startedAt < seconds * 1000) {
          await once(client, done);
          done += 1;
        }
      };
      await Promise.all(connections.map(work));
      return done / ((performance.now() - startedAt) / 1000);
    },
    close: async () => {
      for (const client of connections) client.release();
      await pool.end();
    },
  };
};
