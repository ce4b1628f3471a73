import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { findCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { connectOrStart, shutDown } from "./postmaster.ts";

export type Say = (message: string) => void;

export type Embedded = {
  readonly owner: Cluster["owner"];
  /** False when it was running already and we joined it. */
  readonly started: boolean;
  /** Leaves the cluster, and stops it when nobody else uses it. */
  readonly stop: () => Promise<void>;
};

/** Held shared by every server in the house, and alone by the one that turns off the light. Any constant would do. */
const houseKey = 7_023_100;

/** Starts the PostgreSQL of a data folder or joins it, and brings it back whenever it dies. */
export const startEmbedded = async (dataDir: string, say: Say, patience?: number): Promise<Embedded> => {
  const cluster = await findCluster(dataDir);
  let presence: Client | undefined;
  let stopping = false;
  let recovery: Promise<void> | undefined;

  const enter = async (): Promise<boolean> => {
    const { client, started } = await connectOrStart(cluster, `foyer ${process.pid}`, patience);
    // Waits while somebody who believes to be the last one shuts down; that cuts us off, and we come again.
    await client.query("select pg_advisory_lock_shared($1)", [houseKey]);
    client.once("end", () => {
      presence = undefined;
      if (!stopping) recovery = recover();
    });
    presence = client;
    return started;
  };

  const recover = async (): Promise<void> => {
    say("The database is gone; bringing it back.");
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        const started = await enter();
        say(started ? "The database was started again." : "The database is back.");
        return;
      } catch (error) {
        say(`The database does not come back yet: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(pause);
      }
    }
  };

  const started = await firstEntry(enter);

  return {
    owner: cluster.owner,
    started,
    stop: async () => {
      stopping = true;
      await recovery;
      const client = presence;
      if (client && (await isLast(client))) await shutDown(cluster.folder);
      await client?.end().catch(() => {});
      await cluster.forget();
    },
  };
};

/** The house may be closing just as we come in: being cut off at the door is no failure until it happens again and again. */
const firstEntry = async (enter: () => Promise<boolean>): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await enter();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const cutOff = code === "57P01" || code === "ECONNRESET" || /terminated|not queryable/.test(String(error));
      if (!cutOff || attempt === 5) throw error;
      await sleep(50 * attempt);
    }
  }
};

const isLast = async (client: Client): Promise<boolean> => {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [houseKey]);
    const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [houseKey]);
    return rows[0]?.alone === true;
  } catch {
    return false; // it is gone already
  }
};
