import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertInvariants } from "./assertConsistent.ts";
import type { ResultRow } from "./resultTable.ts";
import { buyAtServers, type Load, type PurchaseCosts, type Routing } from "./scale/buyAtServers.ts";
import { measureGrowth } from "./scale/growth.ts";
import { openServers } from "./scale/openServers.ts";
import { seedSellers, zipfPicker } from "./scale/seedSellers.ts";

const numbersOf = (name: string, otherwise: readonly number[]): number[] => {
  const given = process.env[name];
  const numbers = given === undefined ? [...otherwise] : given.split(",").filter(Boolean).map(Number);
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 0))
    throw new Error(`${name} must be whole numbers, separated by commas.`);
  return numbers;
};

/**
 * Purchases of many sellers with one, two and four servers on one database, and those of one seller with a growing
 * number of earlier orders: core-milliseconds of servers and database separately, the write-ahead log and the disk.
 * SELLERS, SERVERS, ORDERS and CLIENTS change the numbers; COPY_MINUTES limits the copying; SECONDS and PURCHASES end each
 * load; LOADS is how many follow one another at the same servers; CONNECTIONS is the most that all servers together open
 * to the database; ROUTING=seller sends all requests of a seller to the same server.
 * Compare the log and its full pages for the same number of purchases: after a checkpoint, each page is written in full
 * once.
 */
export const benchScale = async (): Promise<ResultRow[]> => {
  const [sellers = 10_000] = numbersOf("SELLERS", [10_000]);
  const processes = numbersOf("SERVERS", [1, 2, 4]);
  const orders = numbersOf("ORDERS", [500_000]);
  const [seconds = 10] = numbersOf("SECONDS", [10]);
  const [purchases = Infinity] = numbersOf("PURCHASES", []);
  const [minutes = 30] = numbersOf("COPY_MINUTES", [30]);
  const routing: Routing = process.env.ROUTING === "seller" ? "by seller" : "round robin";
  const [clients = 64] = numbersOf("CLIENTS", [64]);
  const [connections] = numbersOf("CONNECTIONS", []);
  const [loads = 1] = numbersOf("LOADS", [1]);
  const load = { clients, seconds, purchases, routing };
  const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  try {
    const rows =
      processes.length > 0 ? await measureServers(folder, { sellers, processes, connections, load, loads }) : [];
    if (orders.length === 0) return rows;
    return [...rows, ...(await measureGrowth(folder, { orders, load, maxSeconds: minutes * 60 }))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type ServersPlan = {
  readonly sellers: number;
  readonly processes: readonly number[];
  /** To the database, shared by the servers. */
  readonly connections: number | undefined;
  readonly load: Load;
  /** Servers and connections need less for a purchase the longer they have run; each load has rows of its own. */
  readonly loads: number;
};

const measureServers = async (folder: string, plan: ServersPlan): Promise<ResultRow[]> => {
  const { sellers, processes, connections, load, loads } = plan;
  let pick: ReturnType<typeof zipfPicker<Awaited<ReturnType<typeof seedSellers>>[number]>> | undefined;
  const results: { count: number; nth: number; costs: PurchaseCosts }[] = [];
  for (const count of processes) {
    // The database stops in between, so that each load starts after a checkpoint.
    const servers = await openServers(
      folder,
      count,
      connections === undefined ? undefined : Math.floor(connections / count),
    );
    try {
      pick ??= zipfPicker(await seedSellers(servers.owner, sellers));
      await buyAtServers(servers, pick, { ...load, seconds: Math.min(3, load.seconds) });
      for (let nth = 1; nth <= loads; nth++)
        results.push({ count, nth, costs: await buyAtServers(servers, pick, load) });
      await assertInvariants(servers);
    } finally {
      await servers.close();
    }
  }
  return results.flatMap((measured) => {
    const first = results.find(({ nth }) => nth === measured.nth);
    return first ? serverRows(measured, first.costs, plan) : [];
  });
};

const serverRows = (
  { count, nth, costs }: { count: number; nth: number; costs: PurchaseCosts },
  first: PurchaseCosts,
  { sellers, processes, loads, load: { clients } }: ServersPlan,
): ResultRow[] => {
  const servers = `${sellers.toLocaleString("en")} sellers, ${count} server${count === 1 ? "" : "s"}, ${clients} clients`;
  const what = loads > 1 ? `${servers}, load ${nth}` : servers;
  const row = (figure: string, unit: ResultRow["unit"], read: (of: PurchaseCosts) => number): ResultRow => ({
    figure: `${figure}: ${what}`,
    unit,
    value: read(costs),
    referenceName: `${processes[0]} server${processes[0] === 1 ? "" : "s"}`,
    reference: read(first),
    ratio: read(costs) / read(first),
  });
  return [
    row("purchases", "/s", ({ perSecond }) => perSecond),
    row("a purchase from hold to order, p99", "ms", ({ p99 }) => p99),
    row("a purchase: servers", "core-ms", ({ server }) => server),
    row("a purchase: database", "core-ms", ({ database }) => database),
    {
      ...row("a purchase: servers and database", "core-ms", ({ server, database }) => server + database),
      goal: { measures: "ratio", comparison: "at most", bound: 1.15 },
    },
    row("a purchase: log", "kB", ({ logBytes }) => logBytes / 1000),
    row("a purchase: whole pages in the log", "", ({ fullPages }) => fullPages),
    row("an order on disk", "kB", ({ orderBytes }) => orderBytes / 1000),
  ];
};
