import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import { migrate } from "../apps/server/src/db/migrate/migrate.ts";
import { logins, openDatabase } from "../apps/server/src/db/openDatabase.ts";
import { simulate } from "../apps/server/test/simulation/simulate.ts";
import { SimulatedClock } from "../apps/server/test/simulation/simulatedShop.ts";
import { openStripeTestApp } from "../apps/server/test/payments/stripeApp.ts";

/** Every seed checks all rows of its database, so a new database from time to time keeps that fast. */
const seedsPerDatabase = 100;

/** The seeds requested by the environment: the one in SEED, or as many as SEEDS says, starting at FIRST. */
const requestedSeeds = ({ SEED, SEEDS, FIRST }: NodeJS.ProcessEnv): number[] => {
  const number = (name: string, text: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} is a number from 1 on, not '${text}'.`);
    return Number(text);
  };
  if (SEED) return [number("SEED", SEED)];
  const first = number("FIRST", FIRST || "1");
  return Array.from({ length: number("SEEDS", SEEDS || "2000") }, (_, index) => first + index);
};

/**
 * Runs the seeds of the simulation and returns the number that failed. A failure is printed with the actions that led to
 * it; the next seeds continue in a new database, since they would all find the same broken rows.
 */
export const runSimulations = async (print: (line: string) => void): Promise<number> => {
  const seeds = requestedSeeds(process.env);
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-simulate-"));
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
  const failed: number[] = [];
  try {
    for (let index = 0; index < seeds.length;) {
      const run = await runSeeds(database.owner, seeds.slice(index, index + seedsPerDatabase));
      index += run.completed;
      if (run.failed) {
        failed.push(run.failed.seed);
        print(`${run.failed.message}\n  To repeat: SEED=${run.failed.seed} npm run bench simulate`);
      }
      print(`${index} of ${seeds.length} seeds, ${failed.length} failed`);
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) print(`Failed: ${failed.join(", ")}`);
  return failed.length;
};

type SeedRun = { readonly completed: number; readonly failed?: { readonly seed: number; readonly message: string } };

/** Runs seeds in a new database until one fails. */
const runSeeds = async (cluster: PoolConfig, seeds: readonly number[]): Promise<SeedRun> => {
  const { owner, app: login } = logins({ ...cluster, database: "simulation" });
  await runSql(cluster, "create database simulation");
  await migrate(owner);
  const app = await openStripeTestApp({ databaseConfig: login });
  try {
    const clock = new SimulatedClock(app);
    for (const [index, seed] of seeds.entries()) {
      try {
        await simulate(app, clock, seed);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return {
          completed: index + 1,
          failed: { seed, message: message.startsWith("Seed ") ? message : `Seed ${seed}: ${message}` },
        };
      }
    }
    return { completed: seeds.length };
  } finally {
    await app.close();
    await runSql(cluster, "drop database simulation with (force)");
  }
};

const runSql = async (login: PoolConfig, text: string): Promise<void> => {
  const client = new pg.Client(login);
  await client.connect();
  await client.query(text).finally(() => client.end());
};
