import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection } from "./connection.ts";
import { seedHolds, type Stock } from "./holdStock.ts";
import { takeInTurn } from "./inTurn.ts";
import { median, type Row } from "./row.ts";
import { Shopper, type Bought } from "./shopper.ts";
import { openTpcb } from "./tpcb.ts";
import { shopIsWhole } from "./wholeShop.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * Purchases a second, the whole way over HTTP: hold, purchaser, payment, order. One to four tickets each in one of a
 * thousand sessions, at a seller without a captcha, each by a visitor nobody knew before. Beside pgbench's own run. And how
 * long the slowest of a hundred takes from the first press to the order, beside a buyer whom nobody keeps waiting.
 */
export const benchPurchase = async (): Promise<Row[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const stock = await seedHolds(server.owner);
    const straight = await openTpcb(server.owner, clients);
    const bought: Bought[] = [];
    const slowest: { beside: number; alone: number }[] = [];
    const taken = await takeInTurn(rounds, {
      ours: async () => {
        const beside = await purchases(server, stock, clients);
        const alone = await purchases(server, stock, 1);
        bought.push(...beside.orders, ...alone.orders);
        slowest.push({ beside: slowestOfHundred(beside.took), alone: slowestOfHundred(alone.took) });
        return beside.perSecond;
      },
      reference: () => straight.run(seconds),
    }).finally(() => straight.close());
    await shopIsWhole(server, stock, { answered: bought });
    // The first only warms up.
    const measured = slowest.slice(1);
    return [
      {
        figure: `purchases over HTTP, 1,000 sessions, ${clients} clients`,
        unit: "/s",
        against: straight.name,
        ...taken,
        goal: { of: "ratio", is: "at least", bound: 0.2 },
      },
      {
        figure: `a purchase from hold to order, ${clients} clients, p99`,
        unit: "ms",
        against: "one client alone",
        value: median(measured.map(({ beside }) => beside)),
        reference: median(measured.map(({ alone }) => alone)),
        ratio: median(measured.map(({ beside, alone }) => beside / alone)),
      },
    ];
  } finally {
    await server.close();
  }
};

const slowestOfHundred = (took: readonly number[]): number =>
  took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Number.NaN;

type Taken = {
  readonly perSecond: number;
  readonly orders: readonly Bought[];
  /** Milliseconds, of each. */
  readonly took: readonly number[];
};

/** One purchase after the other by each client. Whoever has begun when time is up finishes, and that time counts. */
const purchases = async (server: BenchServer, stock: Stock, many: number): Promise<Taken> => {
  const orders: Bought[] = [];
  const took: number[] = [];
  const connections = await Promise.all(Array.from({ length: many }, () => openConnection(server.url)));
  const began = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - began < seconds * 1000) {
        const pressed = performance.now();
        const shopper = new Shopper(server, stock, connection);
        const line = stock.lines[Math.floor(Math.random() * stock.lines.length)];
        const cart = line && (await shopper.hold(line, 1 + (orders.length % 4)));
        if (!cart) throw new Error("There was nothing left to buy.");
        orders.push(await shopper.buy(cart));
        took.push(performance.now() - pressed);
      }
    }),
  );
  const all = (performance.now() - began) / 1000;
  for (const connection of connections) connection.close();
  return { perSecond: orders.length / all, orders, took };
};
