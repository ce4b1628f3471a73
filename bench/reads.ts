import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import autocannon from "autocannon";
import { measureAlternating } from "./measureAlternating.ts";
import type { ResultRow } from "./resultTable.ts";

type ServerUrls = { readonly calendar: string; readonly listing: string };

const connections = 16;
const rounds = 5;
const seconds = 2;

const start = async (file: string, message?: unknown): Promise<{ child: ChildProcess; urls: ServerUrls }> => {
  const child = fork(join(import.meta.dirname, file), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  if (message !== undefined) child.send(message as object);
  const [urls] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    }),
  ])) as [ServerUrls];
  return { child, urls };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  child.send("stop");
  await once(child, "exit");
};

const requestsPerSecond = async (url: string, duration: number): Promise<number> => {
  const load = await autocannon({ url, connections, duration });
  if (load.non2xx > 0 || load.errors > 0)
    throw new Error(`${url}: ${load.non2xx} failed responses, ${load.errors} errors`);
  return load.requests.average;
};

const compare = async (figure: string, ours: string, bare: string): Promise<ResultRow> => ({
  figure,
  unit: "/s",
  referenceName: "bare Fastify, the same bytes",
  ...(await measureAlternating(rounds, {
    ours: () => requestsPerSecond(ours, seconds),
    reference: () => requestsPerSecond(bare, seconds),
  })),
  goal: { measures: "ratio", comparison: "at least", bound: 0.7 },
});

/**
 * The two most expensive reads of the catalogue, from a warm cache, compared with a plain Fastify route that sends the
 * same bytes. Each server and the load run in separate processes. Takes about a minute, mostly to create a thousand
 * events.
 */
export const benchReads = async (): Promise<ResultRow[]> => {
  const shop = await start("reads/server.ts");
  try {
    const bytes = {
      calendar: await (await fetch(shop.urls.calendar)).text(),
      listing: await (await fetch(shop.urls.listing)).text(),
    };
    const bare = await start("reference/bareReads.ts", bytes);
    try {
      return [
        await compare("requests for a year's calendar, 12 sessions a day", shop.urls.calendar, bare.urls.calendar),
        await compare("requests for a listing of 1,000 events", shop.urls.listing, bare.urls.listing),
      ];
    } finally {
      await stop(bare.child);
    }
  } finally {
    await stop(shop.child);
  }
};
