import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { openConnection, type Connection } from "../connection.ts";
import { seedStock, type StockItem, type Stock } from "../seedStock.ts";
import { median, type ResultRow } from "../resultTable.ts";
import { Shopper, UnexpectedAnswer, type PlacedOrder } from "../shopper.ts";
import { assertConsistent } from "../assertConsistent.ts";

const buyers = 5000;
const capacity = 500;
const rounds = 3;

/**
 * Five thousand visitors, each with a connection, want one of five hundred tickets for the same session at the same
 * time. Those who get one pay and check out, the others get a refusal. The reference: only five hundred visitors. With
 * POOLER=1 the server reaches the database through PgBouncer in transaction mode.
 */
export const benchRush = async (): Promise<ResultRow[]> => {
  const pooled = process.env.POOLER === "1";
  const server = await openBenchServer({ selling: true, pooled });
  try {
    const stock = await seedStock(server.owner);
    const [warmUpItem, ...items] = stock.items;
    if (!warmUpItem) throw new Error("There is no stock.");
    const answered: PlacedOrder[] = [];
    let unanswered = 0;
    const sell = async (item: StockItem | undefined, buyerCount: number): Promise<RushResult> => {
      if (!item) throw new Error("There is no session left.");
      const rush = await runRush(server, stock, item, buyerCount);
      answered.push(...rush.orders);
      unanswered += rush.failed;
      return rush;
    };
    await sell(warmUpItem, capacity);
    const pairs: { alone: RushResult; all: RushResult }[] = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ alone: await sell(items[2 * round], capacity), all: await sell(items[2 * round + 1], buyers) });
    await assertConsistent(server, stock, { answered, unanswered });

    // For values that must never occur, the worst round is reported instead of the median.
    const [worstSold] = pairs
      .map(({ all }) => all.sold)
      .toSorted((one, other) => Math.abs(other - capacity) - Math.abs(one - capacity));
    const failed = Math.max(...pairs.map(({ all }) => all.failed));
    const sold = worstSold ?? Number.NaN;
    const figure = (measure: string): string =>
      `a rush of ${buyers.toLocaleString("en")} on ${capacity} places${pooled ? " through PgBouncer" : ""}: ${measure}`;
    return [
      {
        figure: figure("sold out and paid"),
        unit: "s",
        value: median(pairs.map(({ all }) => all.seconds)),
        referenceName: `the same places, ${capacity} buyers`,
        reference: median(pairs.map(({ alone }) => alone.seconds)),
        ratio: median(pairs.map(({ all, alone }) => all.seconds / alone.seconds)),
        goal: { measures: "value", comparison: "at most", bound: 6 },
      },
      {
        figure: figure("answered 5xx, or not at all"),
        unit: "answers",
        value: failed,
        referenceName: "buyers",
        reference: buyers,
        ratio: failed / buyers,
        goal: { measures: "value", comparison: "exactly", bound: 0 },
      },
      {
        figure: figure("sold and paid"),
        unit: "places",
        value: sold,
        referenceName: "places there are",
        reference: capacity,
        ratio: sold / capacity,
        goal: { measures: "value", comparison: "exactly", bound: capacity },
      },
    ];
  } finally {
    await server.close();
  }
};

type RushResult = {
  /** From the first request to the last order. */
  readonly seconds: number;
  /** Tickets sold, according to the database. */
  readonly sold: number;
  readonly failed: number;
  readonly orders: readonly PlacedOrder[];
};

const runRush = async (server: BenchServer, stock: Stock, item: StockItem, buyerCount: number): Promise<RushResult> => {
  await server.query("update event_session set capacity = $3 where seller_id = $1 and id = $2", [
    stock.seller_id,
    item.session,
    capacity,
  ]);
  const connections = await openConnections(server.url, buyerCount);
  const orders: PlacedOrder[] = [];
  let failed = 0;
  const startedAt = performance.now();
  let last = startedAt;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        try {
          const shopper = new Shopper(server, stock, connection);
          const cart = await shopper.hold(item, 1);
          if (!cart) return;
          orders.push(await shopper.buy(cart));
          last = performance.now();
        } catch (error) {
          // Anything but a failing server is a mistake in the benchmark.
          if (error instanceof UnexpectedAnswer && error.status < 500) throw error;
          failed += 1;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const [counted] = await server.query<{ n: number }>(
    "select count(*)::int as n from ticket where seller_id = $1 and event_session_id = $2 and state = 'booked'",
    [stock.seller_id, item.session],
  );
  return { seconds: (last - startedAt) / 1000, sold: counted?.n ?? Number.NaN, failed, orders };
};

/**
 * Opens the connections before the rush, like visitors who wait on the page. Opens them in groups, since the system's
 * queue is limited.
 */
const openConnections = async (url: string, count: number): Promise<Connection[]> => {
  const opened: Connection[] = [];
  while (opened.length < count)
    opened.push(
      ...(await Promise.all(Array.from({ length: Math.min(200, count - opened.length) }, () => openConnection(url)))),
    );
  return opened;
};
