import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openConnection, type Connection } from "../connection.ts";
import type { Stock } from "../seedStock.ts";
import { Shopper } from "../shopper.ts";
import type { BenchServers } from "./openServers.ts";

export type PurchaseCosts = {
  readonly purchases: number;
  readonly perSecond: number;
  readonly p99: number;
  /** Core-milliseconds per purchase, of all servers together and of the database. */
  readonly server: number;
  readonly database: number;
  /** Bytes of the write-ahead log per purchase, and the number of full pages in it. */
  readonly logBytes: number;
  readonly fullPages: number;
  /** Bytes on disk per order, including indexes. */
  readonly orderBytes: number;
};

/** Ends at whichever is reached first. */
export type Load = {
  readonly clients: number;
  readonly seconds: number;
  readonly purchases: number;
  readonly routing: Routing;
};

/** The server of a request: the next one, or always the same for a seller. */
export type Routing = "round robin" | "by seller";

/**
 * The load generator chooses the server of each request itself, as a proxy would: a proxy would use CPU time of the same
 * machine.
 */
const openConnections = async (urls: readonly string[], first: number) => {
  const connections = await Promise.all(urls.map((url) => openConnection(url)));
  let next = first;
  const at = (index: number): Connection => connections[index % connections.length] as Connection;
  return {
    for: (routing: Routing, slug: string): Connection =>
      routing === "by seller"
        ? at(createHash("sha256").update(slug).digest().readUInt32BE())
        : { send: (request) => at(next++).send(request), close: () => undefined },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
};

const readCounters = async (servers: BenchServers) => {
  const [row] = await servers.query<{ log: string; pages: string; size: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as log, (select wal_fpi from pg_stat_wal) as pages, pg_database_size(current_database()) as size`,
    [],
  );
  return { log: Number(row?.log), fullPages: Number(row?.pages), size: Number(row?.size), ...(await servers.cpu()) };
};

/**
 * Clients that make one purchase after another, each at a seller returned by `pick`, until the time or the number is
 * reached.
 */
export const buyAtServers = async (
  servers: BenchServers,
  pick: () => Stock,
  { clients, seconds, purchases, routing }: Load,
): Promise<PurchaseCosts> => {
  const urls = servers.servers.map(({ url }) => url);
  const connections = await Promise.all(Array.from({ length: clients }, (_, index) => openConnections(urls, index)));
  const before = await readCounters(servers);
  const durations: number[] = [];
  let remaining = purchases;
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (opened) => {
      while (remaining-- > 0 && performance.now() - startedAt < seconds * 1000) {
        const stock = pick();
        const begun = performance.now();
        const shopper = new Shopper(servers, stock, opened.for(routing, stock.slug));
        const item = stock.items[Math.floor(Math.random() * stock.items.length)];
        const cart = item && (await shopper.hold(item, 1 + (durations.length % 4)));
        if (!cart) throw new Error("There was nothing left to buy.");
        await shopper.buy(cart);
        durations.push(performance.now() - begun);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  // Lets e-mails be sent, and database sessions report what they wrote.
  await sleep(4000);
  const after = await readCounters(servers);
  const count = durations.length;
  const each = (name: keyof typeof after): number => (after[name] - before[name]) / count;
  return {
    purchases: count,
    perSecond: count / elapsedSeconds,
    p99: durations.toSorted((one, other) => one - other)[Math.floor(count * 0.99)] ?? Number.NaN,
    server: each("server"),
    database: each("database"),
    logBytes: each("log"),
    fullPages: each("fullPages"),
    orderBytes: each("size"),
  };
};
