import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { openBenchServer } from "./benchServer.ts";
import { hammer } from "./hammer.ts";
import { requestFor } from "./hold.ts";
import { seedHolds } from "./holdStock.ts";
import { median, type Row } from "./row.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * What a rush at one seller does to another on the same server: how long a visitor of the other waits for a hold, the
 * slowest of a hundred, while nothing else goes on and while everybody wants one session next door. The load shares
 * the machine with the server, so that much of what is measured is the machine's; a server of its own has less of it.
 */
export const benchNeighbour = async (): Promise<Row[]> => {
  const server = await openBenchServer();
  try {
    const rush = await seedHolds(server.owner, "rush");
    const calm = await seedHolds(server.owner, "calm");
    const [hot] = rush.lines;
    const [quiet] = calm.lines;
    if (!hot || !quiet) throw new Error("There is no stock.");
    const wanted = requestFor(rush, hot, 2);
    const { path, body } = requestFor(calm, quiet, 2);

    const slowestOfHundred = async (): Promise<number> => {
      const took: number[] = [];
      for (let time = 0; time < 100; time++) {
        const began = performance.now();
        const answer = await fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { [applicationHeader.name]: applicationHeader.value, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The neighbour was answered ${answer.status}.`);
        took.push(performance.now() - began);
      }
      return took.toSorted((one, other) => one - other)[98] ?? Number.NaN;
    };

    await slowestOfHundred();
    const pairs: { idle: number; beside: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const idle = await slowestOfHundred();
      let over = false;
      const load = (async () => {
        while (!over) await hammer(server.url, { clients, seconds: seconds / 3, next: () => wanted, expect: [200] });
      })();
      const beside = await slowestOfHundred().finally(() => (over = true));
      await load;
      pairs.push({ idle, beside });
    }
    return [
      {
        figure: `a hold beside a rush at another seller (${clients} clients), p99`,
        unit: "ms",
        value: median(pairs.map(({ beside }) => beside)),
        against: "the same with nobody else there",
        reference: median(pairs.map(({ idle }) => idle)),
        ratio: median(pairs.map(({ beside, idle }) => beside / idle)),
      },
    ];
  } finally {
    await server.close();
  }
};
