import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection, type Connection } from "./connection.ts";
import { seedHolds, type Line, type Stock } from "./holdStock.ts";
import { median, type Row } from "./row.ts";
import { Shopper, Unwanted, type Bought } from "./shopper.ts";
import { shopIsWhole } from "./wholeShop.ts";

const buyers = 5000;
const places = 500;
const rounds = 3;

/**
 * Five thousand visitors with a connection each want one place of the same session at the same moment, and there are five
 * hundred. Whoever gets one pays and checks out; the others are told. The reference: five hundred who want them alone.
 */
export const benchRush = async (): Promise<Row[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const stock = await seedHolds(server.owner);
    const [warm, ...lines] = stock.lines;
    if (!warm) throw new Error("There is no stock.");
    const answered: Bought[] = [];
    let unanswered = 0;
    const sell = async (line: Line | undefined, wanting: number): Promise<Rush> => {
      if (!line) throw new Error("There is no session left.");
      const rush = await rushOn(server, stock, line, wanting);
      answered.push(...rush.orders);
      unanswered += rush.failed;
      return rush;
    };
    await sell(warm, places);
    const pairs: { alone: Rush; all: Rush }[] = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ alone: await sell(lines[2 * round], places), all: await sell(lines[2 * round + 1], buyers) });
    await shopIsWhole(server, stock, { answered, unanswered });

    // Of what must never be the worst is told, not the middle.
    const [furthest] = pairs
      .map(({ all }) => all.sold)
      .toSorted((one, other) => Math.abs(other - places) - Math.abs(one - places));
    const failed = Math.max(...pairs.map(({ all }) => all.failed));
    const sold = furthest ?? Number.NaN;
    const figure = (what: string): string => `a rush of ${buyers.toLocaleString("en")} on ${places} places: ${what}`;
    return [
      {
        figure: figure("sold out and paid"),
        unit: "s",
        value: median(pairs.map(({ all }) => all.seconds)),
        against: `the same places, ${places} buyers`,
        reference: median(pairs.map(({ alone }) => alone.seconds)),
        ratio: median(pairs.map(({ all, alone }) => all.seconds / alone.seconds)),
        goal: { of: "value", is: "at most", bound: 6 },
      },
      {
        figure: figure("answered 5xx, or not at all"),
        unit: "answers",
        value: failed,
        against: "buyers",
        reference: buyers,
        ratio: failed / buyers,
        goal: { of: "value", is: "exactly", bound: 0 },
      },
      {
        figure: figure("sold and paid"),
        unit: "places",
        value: sold,
        against: "places there are",
        reference: places,
        ratio: sold / places,
        goal: { of: "value", is: "exactly", bound: places },
      },
    ];
  } finally {
    await server.close();
  }
};

type Rush = {
  /** From the first request to the last order. */
  readonly seconds: number;
  /** In the books of the shop. */
  readonly sold: number;
  readonly failed: number;
  readonly orders: readonly Bought[];
};

const rushOn = async (server: BenchServer, stock: Stock, line: Line, wanting: number): Promise<Rush> => {
  await server.query("update event_session set capacity = $3 where seller_id = $1 and id = $2", [
    stock.seller_id,
    line.session,
    places,
  ]);
  const connections = await openMany(server.url, wanting);
  const orders: Bought[] = [];
  let failed = 0;
  const began = performance.now();
  let last = began;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        try {
          const shopper = new Shopper(server, stock, connection);
          const cart = await shopper.hold(line, 1);
          if (!cart) return;
          orders.push(await shopper.buy(cart));
          last = performance.now();
        } catch (error) {
          // Anything but a server that fails is a mistake of this bench's.
          if (error instanceof Unwanted && error.status < 500) throw error;
          failed += 1;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const [counted] = await server.query<{ n: number }>(
    "select count(*)::int as n from ticket where seller_id = $1 and event_session_id = $2 and state = 'booked'",
    [stock.seller_id, line.session],
  );
  return { seconds: (last - began) / 1000, sold: counted?.n ?? Number.NaN, failed, orders };
};

/** Open before the rush begins, as those of visitors are who wait on the page; not all at once, which the system's queue would not hold. */
const openMany = async (url: string, count: number): Promise<Connection[]> => {
  const opened: Connection[] = [];
  while (opened.length < count)
    opened.push(
      ...(await Promise.all(Array.from({ length: Math.min(200, count - opened.length) }, () => openConnection(url)))),
    );
  return opened;
};
