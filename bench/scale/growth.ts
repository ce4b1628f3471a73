import { setTimeout as sleep } from "node:timers/promises";
import { copyOrder, readOriginal, type OriginalOrder } from "../../apps/server/test/orders/copyOrder.ts";
import { openConnection } from "../connection.ts";
import type { ResultRow } from "../resultTable.ts";
import { median } from "../resultTable.ts";
import { seedStock, type Stock } from "../seedStock.ts";
import { Shopper, type PlacedOrder } from "../shopper.ts";
import { buyAtServers, type Load, type PurchaseCosts } from "./buyAtServers.ts";
import { openServers, type BenchServers } from "./openServers.ts";

const ordersOfBuyer = 1000;
const repetitions = 40;
const batch = 10_000;

/** A buyer with many orders, logged in, and an order to copy. */
type Growth = { readonly stock: Stock; readonly cookie: string; readonly original: OriginalOrder };
type ReadCost = { readonly ms: number; readonly database: number };

const buyOne = async (servers: BenchServers, stock: Stock): Promise<{ order: PlacedOrder; cookie: string }> => {
  const connection = await openConnection(servers.url);
  const shopper = new Shopper(servers, stock, connection);
  const [item] = stock.items;
  const cart = item && (await shopper.hold(item, 2));
  if (!cart) throw new Error("There was nothing to buy.");
  const order = await shopper.buy(cart);
  connection.close();
  return { order, cookie: shopper.cookie ?? "" };
};

/**
 * Waits until the jobs have sent the order's e-mail and indexed its words. Copying it earlier would leave the same work
 * for every copy, which would compete with the measured purchases.
 */
const jobsAreDone = async (servers: BenchServers, order: PlacedOrder): Promise<void> => {
  for (let tries = 0; tries < 60; tries++) {
    const [open] = await servers.query<{ is_open: boolean }>(
      `select exists (select from outbox where ref_id = $1 and state in ('queued', 'sending'))
         or exists (select from order_search_due where ticket_order_id = $1)
         or not exists (select from order_word w join ticket_order o using (seller_id, order_number) where o.id = $1) as is_open`,
      [order.order_id],
    );
    if (open?.is_open === false) return;
    await sleep(500);
  }
  throw new Error("The jobs of an order were not done after 30 seconds.");
};

const prepare = async (servers: BenchServers): Promise<Growth> => {
  const stock = await seedStock(servers.owner, "growth");
  const { order, cookie } = await buyOne(servers, stock);
  await jobsAreDone(servers, order);
  await copyOrder(servers, await readOriginal(servers, order, { sameBuyer: true }), { from: 1, to: ordersOfBuyer - 1 });
  const [buyer] = await servers.query<{ identity_id: string }>("select identity_id from cart where id = $1", [
    order.cart_id,
  ]);
  const id = [buyer?.identity_id];
  await servers.query("update identity set kind = 'user', email = 'many@example.org' where id = $1", id);
  await servers.query(
    "insert into user_login (seller_id, identity_id, email_verified_at) select seller_id, id, now() from identity where id = $1",
    id,
  );
  await servers.query(
    "update visitor_session set strength = 'full', member_identity_id = identity_id, authenticated_at = now() where identity_id = $1",
    id,
  );
  const { order: other } = await buyOne(servers, stock);
  await jobsAreDone(servers, other);
  const original = await readOriginal(servers, other);
  await servers.query("analyze", []).catch(() => undefined);
  return { stock, cookie, original };
};

/** The reads of a visitor that no cache answers, each with the median time and the database's core-milliseconds. */
const readsOf = ({ stock: { slug, items } }: Growth): Readonly<Record<string, string>> => ({
  "listing of 1,001 events": `/api/events/available?_seller=${slug}`,
  calendar: `/api/events/${items[0]?.event}/calendar?_seller=${slug}`,
  "search in the orders of a buyer with 1,000": `/api/my/order_session?_seller=${slug}`,
  "account of a buyer with 1,000 orders": `/api/my/ticket_order?_seller=${slug}`,
});

const measureRead = async (servers: BenchServers, path: string, cookie: string): Promise<ReadCost> => {
  const durations: number[] = [];
  const read = async (): Promise<void> => {
    const answer = await fetch(`${servers.url}${path}`, { headers: { cookie, "x-application": "ecomm" } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} got status ${answer.status}.`);
  };
  for (let warm = 0; warm < 8; warm++) await read();
  const before = await servers.cpu();
  for (let time = 0; time < repetitions; time++) {
    const startedAt = performance.now();
    await read();
    durations.push(performance.now() - startedAt);
  }
  const after = await servers.cpu();
  return { ms: median(durations), database: (after.database - before.database) / repetitions };
};

type Grown = { readonly purchases: PurchaseCosts; readonly reads: ReadonlyMap<string, ReadCost> };

/**
 * The same figures with a growing number of earlier orders of one seller. Restarts servers and database each time, so
 * that each measurement starts after a checkpoint. Stops copying orders when `secondsLeft` is used up, and reports the
 * number reached.
 */
export const measureGrowth = async (
  folder: string,
  { orders, load, maxSeconds }: { orders: readonly number[]; load: Load; maxSeconds: number },
): Promise<ResultRow[]> => {
  const startedAt = performance.now();
  let servers = await openServers(folder, 1);
  const results: { orders: number; grown: Grown }[] = [];
  let made = 0;
  try {
    const growth = await prepare(servers);
    for (const wanted of [0, ...orders]) {
      const hasTime = (): boolean => performance.now() - startedAt < maxSeconds * 1000;
      const copyingAt = performance.now();
      const madeBefore = made;
      // Two at a time, which is the number of connections.
      for (; made < wanted && hasTime(); made += 2 * batch)
        await Promise.all(
          [made, made + batch]
            .filter((done) => done < wanted)
            .map((done) => copyOrder(servers, growth.original, { from: done + 1, to: Math.min(wanted, done + batch) })),
        );
      if (made > madeBefore)
        process.stderr.write(
          `${Math.min(made, wanted).toLocaleString("en")} orders; copying took ${((performance.now() - copyingAt) / 1000).toFixed(0)} s\n`,
        );
      // Puts the database into the state after autovacuum, which would otherwise start in the middle of the measurement.
      await servers.query("vacuum analyze", []);
      await servers.close();
      servers = await openServers(folder, 1);
      await buyAtServers(servers, () => growth.stock, { ...load, seconds: 1, purchases: 64 });
      const purchases = await buyAtServers(servers, () => growth.stock, load);
      const reads = new Map<string, ReadCost>();
      for (const [name, path] of Object.entries(readsOf(growth)))
        reads.set(name, await measureRead(servers, path, growth.cookie));
      results.push({ orders: Math.min(made, wanted), grown: { purchases, reads } });
      if (!hasTime()) break;
    }
  } finally {
    await servers.close();
  }
  return results.flatMap(({ orders: count, grown }, index) => {
    const [first] = results;
    return index === 0 || !first ? [] : growthRows(count, first.grown, grown);
  });
};

const growthRows = (orders: number, first: Grown, grown: Grown): ResultRow[] => {
  const behind = `${orders.toLocaleString("en")} orders of the seller`;
  const row = (figure: string, unit: ResultRow["unit"], value: number, reference: number): ResultRow => ({
    figure: `${figure}, ${behind}`,
    unit,
    value,
    referenceName: "with none",
    reference,
    ratio: value / reference,
  });
  const [now, then] = [grown.purchases, first.purchases];
  return [
    {
      ...row("purchases", "/s", now.perSecond, then.perSecond),
      goal: { measures: "ratio", comparison: "at least", bound: 0.95 },
    },
    row("a purchase: database", "core-ms", now.database, then.database),
    row("a purchase: log", "kB", now.logBytes / 1000, then.logBytes / 1000),
    row("a purchase: whole pages in the log", "", now.fullPages, then.fullPages),
    ...[...grown.reads].flatMap(([name, { ms, database }]) => {
      const before = first.reads.get(name);
      return before
        ? [row(`${name}`, "ms", ms, before.ms), row(`${name}: database`, "core-ms", database, before.database)]
        : [];
    }),
  ];
};
