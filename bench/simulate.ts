import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { logins, openDatabase } from "../apps/server/src/db/open.ts";
import { simulate } from "../apps/server/src/simulation/simulate.testing.ts";
import { Clock } from "../apps/server/src/simulation/world.testing.ts";
import { openStripeApp } from "../apps/server/src/testStripe.ts";

/** Every seed looks through all rows of its house: a new house now and then keeps that quick. */
const seedsOfHouse = 100;

/** The seeds that the environment asks for: the one of SEED, or SEEDS from the first on. */
const seedsAsked = ({ SEED, SEEDS }: NodeJS.ProcessEnv): number[] => {
  const number = (name: string, said: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(said)) throw new Error(`${name} is a number from 1 on, not '${said}'.`);
    return Number(said);
  };
  if (SEED) return [number("SEED", SEED)];
  return Array.from({ length: number("SEEDS", SEEDS || "2000") }, (_, place) => place + 1);
};

/**
 * Goes through the seeds of the simulation. A check and no figure: whatever fails is printed with what had been done until
 * then, and the others go on, in a new house, since what is broken in one is found by every seed after it. Answers with the
 * number of those that failed.
 */
export const checkSimulation = async (print: (line: string) => void): Promise<number> => {
  const seeds = seedsAsked(process.env);
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-simulate-"));
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const failed: number[] = [];
  try {
    for (let next = 0; next < seeds.length;) {
      const inHouse = await liveThrough(database.owner, seeds.slice(next, next + seedsOfHouse));
      next += inHouse.lived;
      if (inHouse.failed) {
        failed.push(inHouse.failed.seed);
        print(`${inHouse.failed.says}\n  Again, alone: SEED=${inHouse.failed.seed} npm run bench simulate`);
      }
      print(`${next} of ${seeds.length} seeds, ${failed.length} failed`);
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) print(`Failed: ${failed.join(", ")}`);
  return failed.length;
};

type Lived = { readonly lived: number; readonly failed?: { readonly seed: number; readonly says: string } };

/** A house of its own for these seeds, until one fails. */
const liveThrough = async (cluster: PoolConfig, seeds: readonly number[]): Promise<Lived> => {
  const { owner, app: login } = logins({ ...cluster, database: "simulation" });
  await say(cluster, "create database simulation");
  await migrate(owner);
  const app = await openStripeApp({ login });
  try {
    const clock = new Clock(app);
    for (const [place, seed] of seeds.entries()) {
      try {
        await simulate(app, clock, seed);
      } catch (error) {
        const says = error instanceof Error ? error.message : String(error);
        return { lived: place + 1, failed: { seed, says: says.startsWith("Seed ") ? says : `Seed ${seed}: ${says}` } };
      }
    }
    return { lived: seeds.length };
  } finally {
    await app.close();
    await say(cluster, "drop database simulation with (force)");
  }
};

const say = async (login: PoolConfig, text: string): Promise<void> => {
  const client = new pg.Client(login);
  await client.connect();
  await client.query(text).finally(() => client.end());
};
