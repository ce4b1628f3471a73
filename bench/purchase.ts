import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection } from "./connection.ts";
import { seedHolds, type Stock } from "./holdStock.ts";
import { takeInTurn } from "./inTurn.ts";
import type { Row } from "./row.ts";
import { Shopper, type Bought } from "./shopper.ts";
import { openTpcb } from "./tpcb.ts";
import { shopIsWhole } from "./wholeShop.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * Purchases a second, the whole way over HTTP: hold, purchaser, payment, order. One to four tickets each in one of a
 * thousand sessions, at a seller without a captcha, each by a visitor nobody knew before. Beside pgbench's own run.
 */
export const benchPurchase = async (): Promise<Row[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const stock = await seedHolds(server.owner);
    const straight = await openTpcb(server.owner, clients);
    const bought: Bought[] = [];
    const taken = await takeInTurn(rounds, {
      ours: async () => {
        const { perSecond, orders } = await purchases(server, stock);
        bought.push(...orders);
        return perSecond;
      },
      reference: () => straight.run(seconds),
    }).finally(() => straight.close());
    await shopIsWhole(server, stock, { answered: bought });
    return [
      {
        figure: `purchases over HTTP, 1,000 sessions, ${clients} clients`,
        unit: "/s",
        against: straight.name,
        ...taken,
        goal: { of: "ratio", is: "at least", bound: 0.2 },
      },
    ];
  } finally {
    await server.close();
  }
};

/** One purchase after the other by each client. Whoever has begun when time is up finishes, and that time counts. */
const purchases = async (server: BenchServer, stock: Stock): Promise<{ perSecond: number; orders: Bought[] }> => {
  const orders: Bought[] = [];
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(server.url)));
  const began = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - began < seconds * 1000) {
        const shopper = new Shopper(server, stock, connection);
        const line = stock.lines[Math.floor(Math.random() * stock.lines.length)];
        const cart = line && (await shopper.hold(line, 1 + (orders.length % 4)));
        if (!cart) throw new Error("There was nothing left to buy.");
        orders.push(await shopper.buy(cart));
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  for (const connection of connections) connection.close();
  return { perSecond: orders.length / took, orders };
};
