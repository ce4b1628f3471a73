import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { openBenchServer } from "../benchServer.ts";
import { holdRequest } from "../hold.ts";
import type { Rush } from "./rushThread.ts";
import { seedStock } from "../seedStock.ts";
import { median, type ResultRow } from "../resultTable.ts";

const clients = 64;
const rounds = 5;
const warmUpMs = 500;

/**
 * The effect of a rush at one seller on another seller of the same server: the 99th percentile of the time for a hold at
 * the other seller, without and with the rush. The load runs in a separate thread, since otherwise the measurement would
 * include waiting behind its requests. It runs on the same machine as the server, so part of the effect comes from the
 * machine: for comparison, the second row has busy threads that send no requests.
 */
export const benchNeighbour = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer();
  try {
    const busyShop = await seedStock(server.owner, "rush");
    const quietShop = await seedStock(server.owner, "calm");
    const [busyItem] = busyShop.items;
    const [quietItem] = quietShop.items;
    if (!busyItem || !quietItem) throw new Error("There is no stock.");
    const busyRequest = holdRequest(busyShop, busyItem, 2);
    const { path, body } = holdRequest(quietShop, quietItem, 2);

    const percentile99 = async (): Promise<number> => {
      const durations: number[] = [];
      for (let time = 0; time < 100; time++) {
        const startedAt = performance.now();
        const answer = await fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { [applicationHeader.name]: applicationHeader.value, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The hold at the other seller got status ${answer.status}.`);
        durations.push(performance.now() - startedAt);
      }
      return durations.toSorted((one, other) => one - other)[98] ?? Number.NaN;
    };

    await percentile99();
    const rush = () => [
      new Worker(new URL("rushThread.ts", import.meta.url), {
        workerData: { url: server.url, clients, request: busyRequest } satisfies Rush,
      }),
    ];
    const busyThreads = () =>
      Array.from({ length: availableParallelism() }, () => new Worker(new URL("busyThread.ts", import.meta.url)));
    const beside = async (start: () => readonly Worker[]): Promise<number> => {
      const threads = start();
      const failed = threads.map((thread) => once(thread, "error").then(([error]) => Promise.reject(error as Error)));
      await sleep(warmUpMs);
      return Promise.race([percentile99(), ...failed]).finally(() => threads.map((thread) => thread.terminate()));
    };
    const rows: { idle: number; underLoad: number; busy: number }[] = [];
    for (let round = 0; round < rounds; round++)
      rows.push({ idle: await percentile99(), underLoad: await beside(rush), busy: await beside(busyThreads) });
    return [
      {
        figure: `a hold beside a rush at another seller (${clients} clients), p99`,
        unit: "ms",
        value: median(rows.map(({ underLoad }) => underLoad)),
        referenceName: "the same without the rush",
        reference: median(rows.map(({ idle }) => idle)),
        ratio: median(rows.map(({ underLoad, idle }) => underLoad / idle)),
        goal: { measures: "ratio", comparison: "at most", bound: 2 },
      },
      {
        figure: "what the machine adds: a hold beside as many busy threads as processors, p99",
        unit: "ms",
        value: median(rows.map(({ busy }) => busy)),
        referenceName: "the same without them",
        reference: median(rows.map(({ idle }) => idle)),
        ratio: median(rows.map(({ busy, idle }) => busy / idle)),
      },
    ];
  } finally {
    await server.close();
  }
};
