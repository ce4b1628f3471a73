import { readFile } from "node:fs/promises";
import type { BenchServer } from "../benchServer.ts";
import { openConnection } from "../connection.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock } from "../seedStock.ts";
import { Shopper } from "../shopper.ts";
import { atRate, percentileRows, timeOf, type Percentiles } from "./atRate.ts";
import type { SearchShop } from "./seedOrders.ts";
import { signIn } from "./staff.ts";

type Orders = {
  readonly count: number;
  /** Orders far apart, so that no two calls read the same pages. */
  readonly orderAt: (index: number) => number;
  readonly rate: { readonly perSecond: number; readonly seconds: number };
  readonly byKey: () => Promise<Percentiles & { readonly name: string }>;
};

/** An order with 200 tickets and a history of 100 notes, at a seller of its own. */
const seedLargeOrder = async (server: BenchServer) => {
  const stock = await seedStock(server.owner, "large");
  const connection = await openConnection(server.url);
  const [item = stock.lastItem] = stock.items;
  const shopper = new Shopper(server, stock, connection);
  const cart = await shopper.hold(item, 2);
  if (!cart) throw new Error("There was nothing to buy.");
  const { order_id } = await shopper.buy(cart);
  connection.close();
  const [order] = await server.query<{ order_number: string }>("select order_number from ticket_order where id = $1", [
    order_id,
  ]);
  // Copies one of its tickets 198 times, each with a code of its own.
  const names = (
    await server.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = 'ticket'::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [],
    )
  ).map(({ name }) => name);
  const copied = names.map((name) =>
    name === "id" ? "gen_random_uuid()" : name === "scan_code" ? "upper(md5(scan_code || n))" : name,
  );
  await server.query(
    `insert into ticket (${names.join(", ")}) overriding system value
     select ${copied.join(", ")} from (select * from ticket where ticket_order_id = $1 limit 1) t, generate_series(1, 198) n`,
    [order_id],
  );
  return { seller: { seller_id: stock.seller_id, slug: stock.slug }, order_number: order?.order_number ?? "" };
};

/** Resident memory of the server's process, in MB. */
const memoryOf = async (pid: number): Promise<number> => {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

/** All orders as CSV: the time to the first byte, the number of lines, and how far the server's memory rose meanwhile. */
const downloadAll = async (server: BenchServer, shop: SearchShop) => {
  const manager = await signIn(server, shop, "manager");
  const before = await memoryOf(server.pid);
  let highest = before;
  const startedAt = performance.now();
  const reply = await manager.read("/downloads/orders.csv?columns=order_number,total");
  let first: number | undefined;
  let lines = 0;
  let looked = startedAt;
  for await (const chunk of reply.body ?? []) {
    first ??= performance.now() - startedAt;
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
    if (performance.now() - looked < 100) continue;
    looked = performance.now();
    highest = Math.max(highest, await memoryOf(server.pid));
  }
  return {
    first: first ?? Number.NaN,
    lines,
    before,
    rise: highest - before,
    seconds: (performance.now() - startedAt) / 1000,
  };
};

/** An order's page, one of 200 tickets, and all orders as CSV. */
export const ordersAtHand = async (server: BenchServer, shop: SearchShop, orders: Orders): Promise<ResultRow[]> => {
  const desk = await signIn(server, shop, "box_office");
  const pages = await atRate(orders.rate, (index) => desk.get(`/orders/${shop.first + orders.orderAt(index)}`));
  const rows = percentileRows(`an order's page, of ${orders.count.toLocaleString("en")}`, pages, await orders.byKey(), {
    p95: 150,
  });
  const large = await seedLargeOrder(server);
  const manager = await signIn(server, large.seller, "manager");
  for (let note = 0; note < 100; note++)
    await manager.post(`/orders/${large.order_number}/notes`, { text: `Note ${note}`, is_pinned: false });
  const page = await atRate(orders.rate, () => manager.get(`/orders/${large.order_number}`));
  rows.push(
    ...percentileRows("an order's page with 200 tickets and 100 notes", page, await orders.byKey(), { p95: 400 }),
  );
  const csv = await downloadAll(server, shop);
  if (csv.lines < orders.count) throw new Error(`${csv.lines} lines of ${orders.count} orders were downloaded.`);
  const text = `select string_agg(order_number || ',' || id, E'\\n') is null as nothing from ticket_order where seller_id = $1`;
  const atOnce = await timeOf(() => server.query(text, [shop.seller_id]));
  rows.push(
    {
      figure: `a CSV of ${orders.count.toLocaleString("en")} orders: its first byte`,
      unit: "s",
      value: csv.first / 1000,
      referenceName: "the same numbers as one text, from the database",
      reference: atOnce / 1000,
      ratio: csv.first / atOnce,
      goal: { measures: "value", comparison: "at most", bound: 1 },
    },
    {
      figure: `a CSV of ${orders.count.toLocaleString("en")} orders: all of it`,
      unit: "s",
      value: csv.seconds,
      referenceName: "the same numbers as one text, from the database",
      reference: atOnce / 1000,
      ratio: (csv.seconds * 1000) / atOnce,
    },
    {
      figure: `a CSV of ${orders.count.toLocaleString("en")} orders: memory of the server that it adds`,
      unit: "MB",
      value: csv.rise,
      referenceName: "the server before",
      reference: csv.before,
      ratio: csv.rise / csv.before,
      goal: { measures: "value", comparison: "at most", bound: 100 },
    },
  );
  return rows;
};
