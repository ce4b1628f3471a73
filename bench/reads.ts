import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";

/** A line of the table: what was measured, beside a reference from the same run. Requests per second. */
export type Row = {
  readonly figure: string;
  readonly value: number;
  readonly reference: number;
  readonly ratio: number;
  readonly goal: number;
};

type Told = { readonly calendar: string; readonly listing: string };

const connections = 16;
const rounds = 5;
const seconds = 2;

const start = async (file: string, tell?: unknown): Promise<{ child: ChildProcess; told: Told }> => {
  const child = fork(join(import.meta.dirname, file), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  if (tell !== undefined) child.send(tell as object);
  const [told] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    }),
  ])) as [Told];
  return { child, told };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  child.send("stop");
  await once(child, "exit");
};

const persecond = async (url: string, duration: number): Promise<number> => {
  const load = await autocannon({ url, connections, duration });
  if (load.non2xx > 0 || load.errors > 0)
    throw new Error(`${url}: ${load.non2xx} answers that are none, ${load.errors} errors`);
  return load.requests.average;
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Ours and the reference in turn, so that what the machine does meanwhile meets both. */
const compare = async (figure: string, ours: string, bare: string): Promise<Row> => {
  await persecond(ours, 1);
  await persecond(bare, 1);
  const pairs: { value: number; reference: number }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ value: await persecond(ours, seconds), reference: await persecond(bare, seconds) });
  return {
    figure,
    value: median(pairs.map(({ value }) => value)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ value, reference }) => value / reference)),
    goal: 0.7,
  };
};

/**
 * The two heaviest reads of the catalogue, warm, beside a bare Fastify route that sends the same bytes. Server, bare
 * server and load each run in a process of their own; takes about a minute, most of it making a thousand events.
 */
export const benchReads = async (): Promise<Row[]> => {
  const shop = await start("readsShop.ts");
  try {
    const bytes = {
      calendar: await (await fetch(shop.told.calendar)).text(),
      listing: await (await fetch(shop.told.listing)).text(),
    };
    const bare = await start("readsBare.ts", bytes);
    try {
      return [
        await compare(
          "a year's calendar, 12 sessions a day (requests a second)",
          shop.told.calendar,
          bare.told.calendar,
        ),
        await compare("a listing of 1,000 events (requests a second)", shop.told.listing, bare.told.listing),
      ];
    } finally {
      await stop(bare.child);
    }
  } finally {
    await stop(shop.child);
  }
};
