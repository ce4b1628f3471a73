import pg from "pg";
import { vi } from "vitest";
import { watchQuery } from "./watchQuery.ts";

export type RecordedStatements = {
  readonly texts: readonly string[];
  /** Round trips: how often a statement was sent while none was pending. */
  readonly roundTrips: number;
};

/**
 * Statements that are not counted: opening a session depends on which connection is used, and sellers' hosts and the
 * sizes of tables are only read from time to time, by whichever request comes then.
 */
const isOccasional = (text: string): boolean =>
  text.includes("pg_advisory_lock_shared") ||
  text.includes("pg_stat_get_live_tuples") ||
  text.startsWith('select "slug", "host" from "seller"');

/** A session discards its plans from time to time, together with the start of a transaction (`PlanAge`). */
const planningAnew = /; discard plans$/;

/** Records the statements that this process sends while `work` runs. */
export const recordStatements = async (work: () => Promise<unknown>): Promise<RecordedStatements> => {
  const texts: string[] = [];
  let [roundTrips, pendingCount] = [0, 0];
  const prototype: { query(...args: unknown[]): unknown } = pg.Client.prototype;
  const original = Reflect.get(prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "");
    if (isOccasional(text)) return original.apply(this, args);
    texts.push(text.replace(planningAnew, ""));
    if (pendingCount === 0) roundTrips += 1;
    pendingCount += 1;
    return watchQuery({ original, client: this, args }, () => void (pendingCount -= 1));
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return { texts, roundTrips };
};

/** The run with the fewest statements out of three: a cache may expire during one of them, which then reads more. */
export const recordShortest = async (work: () => Promise<unknown>): Promise<RecordedStatements> => {
  let shortest = await recordStatements(work);
  for (let run = 2; run <= 3; run++) {
    const next = await recordStatements(work);
    if (next.texts.length < shortest.texts.length) shortest = next;
  }
  return shortest;
};

/**
 * The fewest round trips and statements of each step in three runs. A cache may expire during one of them, and two
 * statements that are sent together on an idle machine may be sent separately on a busy one.
 */
export const recordFewest = async (
  run: () => Promise<readonly RecordedStatements[]>,
): Promise<{ readonly roundTrips: readonly number[]; readonly statements: readonly number[] }> => {
  const runs = [await run(), await run(), await run()];
  const fewest = (count: (step: RecordedStatements) => number): number[] =>
    (runs[0] ?? []).map((_, step) => Math.min(...runs.map((steps) => count(steps[step] as RecordedStatements))));
  return { roundTrips: fewest(({ roundTrips }) => roundTrips), statements: fewest(({ texts }) => texts.length) };
};
