import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { errorCode } from "../../errors/errorCode.ts";
import { openCluster, type Cluster } from "./cluster.ts";
import { connectOrStart, stopPostmaster } from "./postmaster.ts";

export type ReportProgress = (message: string) => void;

export type EmbeddedDatabase = {
  readonly owner: Cluster["owner"];
  /** False if it was already running and this process joined it. */
  readonly started: boolean;
  /** Disconnects, and stops PostgreSQL if no other process uses it. */
  readonly stop: () => Promise<void>;
};

/** Advisory lock that every process holds shared; the last one takes it exclusively to stop PostgreSQL. */
const clusterLockKey = 7_023_100;

/** Starts the PostgreSQL of a data folder, or joins it if it is running, and restarts it whenever it dies. */
export const startEmbedded = async (
  dataDir: string,
  report: ReportProgress,
  timeoutMs?: number,
): Promise<EmbeddedDatabase> => {
  const cluster = await openCluster(dataDir);
  let lockClient: Client | undefined;
  let stopping = false;
  let recovery: Promise<void> | undefined;

  const join = async (): Promise<boolean> => {
    const { client, started } = await connectOrStart(cluster, `foyer ${process.pid}`, timeoutMs);
    // Waits while another process shuts PostgreSQL down; that ends this connection, and joinWithRetry tries again.
    await client.query("select pg_advisory_lock_shared($1)", [clusterLockKey]);
    client.once("end", () => {
      lockClient = undefined;
      if (!stopping) recovery = recover(join, report, () => stopping);
    });
    lockClient = client;
    return started;
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

/** Rejoins, with growing pauses, until that succeeds or the server stops. */
const recover = async (
  join: () => Promise<boolean>,
  report: ReportProgress,
  isStopping: () => boolean,
): Promise<void> => {
  report("The database has stopped; restarting it.");
  for (let pause = 50; !isStopping(); pause = Math.min(pause * 2, 2_000)) {
    try {
      const started = await join();
      report(started ? "The database was restarted." : "The database is back.");
      return;
    } catch (error) {
      report(`The database cannot be restarted yet: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(pause);
    }
  }
};

/**
 * PostgreSQL may be shutting down while this process joins, so a lost connection counts as a failure only at the fifth
 * attempt.
 */
const joinWithRetry = async (join: () => Promise<boolean>): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await join();
    } catch (error) {
      const code = errorCode(error);
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
    return false; // the connection is closed already
  }
};
