import { setTimeout as wait } from "node:timers/promises";
import type { ResultRow } from "../resultTable.ts";

/** Milliseconds. */
export type Percentiles = { readonly p95: number; readonly p99: number };

export const percentilesOf = (durations: readonly number[]): Percentiles => {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return { p95: at(0.95), p99: at(0.99) };
};

/** How long something takes, in milliseconds. */
export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

type Rate = { readonly perSecond: number; readonly seconds: number };

/** Sends at a fixed rate, whether or not earlier requests have been answered. */
export const atRate = async (
  { perSecond, seconds }: Rate,
  send: (index: number) => Promise<unknown>,
): Promise<Percentiles> => {
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < seconds * perSecond; index++) {
    const due = startedAt + (index * 1000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    sent.push(timeOf(() => send(index)));
  }
  return percentilesOf(await Promise.all(sent));
};

type Bounds = { readonly p95: number; readonly p99?: number };

/** The rows of a measurement in milliseconds next to its reference. `bounds` are upper limits. */
export const percentileRows = (
  figure: string,
  value: Percentiles,
  { name, ...reference }: Percentiles & { readonly name: string },
  bounds: Bounds,
): ResultRow[] =>
  (["p95", "p99"] as const).flatMap((percentile) => {
    const bound = bounds[percentile];
    if (bound === undefined) return [];
    return [
      {
        figure: `${figure}, ${percentile}`,
        unit: "ms" as const,
        value: value[percentile],
        referenceName: name,
        reference: reference[percentile],
        ratio: value[percentile] / reference[percentile],
        goal: { measures: "value" as const, comparison: "at most" as const, bound },
      },
    ];
  });
