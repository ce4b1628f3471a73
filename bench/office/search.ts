import pg from "pg";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import type { ResultRow } from "../resultTable.ts";
import { atRate, percentileRows } from "./atRate.ts";
import { ordersAtHand } from "./ordersAtHand.ts";
import { namesOfOrder, seedOrders, type SearchShop } from "./seedOrders.ts";
import { signIn } from "./staff.ts";

const orders = Number(process.env.SEARCH_ORDERS ?? 1_000_000);
const seconds = Number(process.env.SEARCH_SECONDS ?? 15);
const perSecond = 20;

/** What staff type to find the nth order, by kind of search term. */
const kindsOf = (
  { first }: SearchShop,
  codeOf: (n: number) => string,
): Readonly<Record<string, (n: number) => string>> => ({
  "an order number": (n) => String(first + n),
  "a surname": (n) => namesOfOrder(n).last,
  "two letters of a name": (n) => namesOfOrder(n).first.slice(0, 2),
  "two names": (n) => `${namesOfOrder(n).first} ${namesOfOrder(n).last}`,
  "the beginning of an address": (n) => `${namesOfOrder(n).first}.${namesOfOrder(n).last}${n}@`,
  "the end of a telephone number": (n) =>
    String((n * 7919) % 10_000_000_000)
      .padStart(10, "0")
      .slice(-7),
  "the last four of a card": (n) => String((n * 7919) % 10_000).padStart(4, "0"),
  "a scan code": codeOf,
});

/** Orders far apart, so that no two searches read the same pages. */
const orderAt = (index: number): number => 1 + ((index * 104_729) % orders);

/** The scan codes that staff may read from tickets. */
const codesOf = async (server: BenchServer, { seller_id }: SearchShop): Promise<readonly string[]> =>
  (
    await server.query<{ scan_code: string }>(
      "select scan_code from ticket where seller_id = $1 and scan_code is not null limit 1000",
      [seller_id],
    )
  ).map(({ scan_code }) => scan_code);

/**
 * The order desk with many orders of one seller: the search, 20 per second, by each kind of word, compared with reading
 * one row by its key at the same rate; then single orders, and all of them as CSV. `SEARCH_ORDERS` and `SEARCH_SECONDS`
 * make it smaller.
 */
export const benchSearch = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  const client = new pg.Client({ ...server.owner, options: "-c app.seller=*" });
  try {
    const shop = await seedOrders(server, orders);
    const codes = await codesOf(server, shop);
    const desk = await signIn(server, shop, "box_office");
    await client.connect();
    const rate = { perSecond, seconds };
    const byKey = async () => ({
      name: "one row by its key, from the database",
      ...(await atRate(rate, (index) =>
        client.query("select id from ticket_order where seller_id = $1 and order_number = $2", [
          shop.seller_id,
          shop.first + orderAt(index),
        ]),
      )),
    });
    const rows: ResultRow[] = [];
    for (const [kind, wordOf] of Object.entries(kindsOf(shop, (n) => codes[n % codes.length] ?? ""))) {
      const pathOf = (index: number): string => `/orders?q=${encodeURIComponent(wordOf(orderAt(index)))}`;
      for (let index = 0; index < 5; index++) {
        const { orders: found } = await desk.get(pathOf(1000 + index));
        if (!Array.isArray(found) || found.length === 0)
          throw new Error(`${kind}: nothing is found by ${pathOf(1000 + index)}`);
      }
      const found = await atRate(rate, (index) => desk.get(pathOf(index)));
      const figure = `an order found by ${kind}, of ${orders.toLocaleString("en")}`;
      rows.push(...percentileRows(figure, found, await byKey(), { p95: 200, p99: 500 }));
    }
    const { too_short } = await desk.get("/orders?q=a");
    if (too_short !== true) throw new Error("One letter was searched for.");
    return [...rows, ...(await ordersAtHand(server, shop, { count: orders, orderAt, rate, byKey }))];
  } finally {
    await client.end().catch(() => undefined);
    await server.close();
  }
};
