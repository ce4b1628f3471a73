import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection } from "./connection.ts";
import { seedStock, type Stock } from "./seedStock.ts";
import { measureAlternating } from "./measureAlternating.ts";
import { median, type ResultRow } from "./resultTable.ts";
import { Shopper, type PlacedOrder } from "./shopper.ts";
import { openTpcb } from "./reference/tpcb.ts";
import { assertConsistent } from "./assertConsistent.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * Purchases per second over HTTP: hold, purchaser, payment, order. One to four tickets each in one of a thousand sessions,
 * by new visitors, at a seller without a captcha; compared with pgbench's TPC-B-like run. Also the 99th percentile of the
 * time from hold to order, compared with a single client.
 */
export const benchPurchase = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const stock = await seedStock(server.owner);
    const direct = await openTpcb(server.owner, clients);
    const orders: PlacedOrder[] = [];
    const p99Pairs: { underLoad: number; alone: number }[] = [];
    const result = await measureAlternating(rounds, {
      ours: async () => {
        const underLoad = await runPurchases(server, stock, { clients, seconds });
        const alone = await runPurchases(server, stock, { clients: 1, seconds });
        orders.push(...underLoad.orders, ...alone.orders);
        p99Pairs.push({ underLoad: percentile99(underLoad.durations), alone: percentile99(alone.durations) });
        return underLoad.perSecond;
      },
      reference: () => direct.run(seconds),
    }).finally(() => direct.close());
    await assertConsistent(server, stock, { answered: orders });
    // The first round only warms up.
    const measured = p99Pairs.slice(1);
    return [
      {
        figure: `purchases over HTTP, 1,000 sessions, ${clients} clients`,
        unit: "/s",
        referenceName: direct.name,
        ...result,
        goal: { measures: "ratio", comparison: "at least", bound: 0.2 },
      },
      {
        figure: `a purchase from hold to order, ${clients} clients, p99`,
        unit: "ms",
        referenceName: "one client alone",
        value: median(measured.map(({ underLoad }) => underLoad)),
        reference: median(measured.map(({ alone }) => alone)),
        ratio: median(measured.map(({ underLoad, alone }) => underLoad / alone)),
      },
    ];
  } finally {
    await server.close();
  }
};

const percentile99 = (took: readonly number[]): number =>
  took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Number.NaN;

type PurchaseRun = {
  readonly perSecond: number;
  readonly orders: readonly PlacedOrder[];
  /** Milliseconds of each purchase. */
  readonly durations: readonly number[];
};

/** Each client makes one purchase after another. Purchases in progress when the time is up are finished and counted. */
export const runPurchases = async (
  server: BenchServer,
  stock: Stock,
  load: { readonly clients: number; readonly seconds: number },
): Promise<PurchaseRun> => {
  const orders: PlacedOrder[] = [];
  const durations: number[] = [];
  const connections = await Promise.all(Array.from({ length: load.clients }, () => openConnection(server.url)));
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - startedAt < load.seconds * 1000) {
        const purchaseStart = performance.now();
        const shopper = new Shopper(server, stock, connection);
        const item = stock.items[Math.floor(Math.random() * stock.items.length)];
        const cart = item && (await shopper.hold(item, 1 + (orders.length % 4)));
        if (!cart) throw new Error("There was nothing left to buy.");
        orders.push(await shopper.buy(cart));
        durations.push(performance.now() - purchaseStart);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return { perSecond: orders.length / elapsedSeconds, orders, durations };
};
