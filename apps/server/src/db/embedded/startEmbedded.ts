import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { openCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { connectOrStart, stopPostmaster } from "./postmaster.ts";

export type ReportLine = (message: string) => void;

export type EmbeddedDatabase = {
  readonly owner: Cluster["owner"];
  /** False when it was running already and we joined it. */
  readonly started: boolean;
  /** Leaves the cluster, and stops it when nobody else uses it. */
  readonly stop: () => Promise<void>;
};

/** Held shared by every server in the house, and alone by the one that turns off the light. Any constant would do. */
const clusterLockKey = 7_023_100;

/** Starts the PostgreSQL of a data folder or joins it, and brings it back whenever it dies. */
export const startEmbedded = async (
  dataDir: string,
  report: ReportLine,
  timeoutMs?: number,
): Promise<EmbeddedDatabase> => {
  const cluster = await openCluster(dataDir);
  let lockClient: Client | undefined;
  let stopping = false;
  let recovery: Promise<void> | undefined;

  const join = async (): Promise<boolean> => {
    const { client, started } = await connectOrStart(cluster, `foyer ${process.pid}`, timeoutMs);
    // Waits while somebody who believes to be the last one shuts down; that cuts us off, and we come again.
    await client.query("select pg_advisory_lock_shared($1)", [clusterLockKey]);
    client.once("end", () => {
      lockClient = undefined;
      if (!stopping) recovery = recover();
    });
    lockClient = client;
    return started;
  };

  const recover = async (): Promise<void> => {
    report("The database is gone; bringing it back.");
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        const started = await join();
        report(started ? "The database was started again." : "The database is back.");
        return;
      } catch (error) {
        report(`The database does not come back yet: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(pause);
      }
    }
  };

  const started = await joinWithRetry(join);

  return {
    owner: cluster.owner,
    started,
    stop: async () => {
      stopping = true;
      await recovery;
      const client = lockClient;
      if (client && (await isLastUser(client))) await stopPostmaster(cluster.folder);
      await client?.end().catch(() => {});
      await cluster.cleanUp();
    },
  };
};

/** The house may be closing just as we come in: being cut off at the door is no failure until it happens again and again. */
const joinWithRetry = async (join: () => Promise<boolean>): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await join();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const wasDisconnected =
        code === "57P01" || code === "ECONNRESET" || /terminated|not queryable/.test(String(error));
      if (!wasDisconnected || attempt === 5) throw error;
      await sleep(50 * attempt);
    }
  }
};

const isLastUser = async (client: Client): Promise<boolean> => {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [clusterLockKey]);
    const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [
      clusterLockKey,
    ]);
    return rows[0]?.alone === true;
  } catch {
    return false; // it is gone already
  }
};
