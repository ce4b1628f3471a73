import { randomUUID } from "node:crypto";
import { get } from "node:http";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import pg from "pg";
import { maxScans } from "@foyer/contract/office/gate/admission.ts";
import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { copyOrder, readOriginal } from "../../apps/server/test/orders/copyOrder.ts";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { openConnection } from "../connection.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock } from "../seedStock.ts";
import { Shopper } from "../shopper.ts";
import { atRate, percentileRows, timeOf } from "./atRate.ts";
import { pairDevice, type Caller, type SellerRef } from "./staff.ts";

const seconds = Number(process.env.GATE_SECONDS ?? 20);
const perSecond = 50;
const gateTables = ["identity", "cart", "ticket_order", "ticket"];

export type Gate = { readonly seller: SellerRef; readonly session: string; readonly codes: readonly string[] };

/** A seller with this many tickets for one current session. */
export const seedGate = async (server: BenchServer, slug: string, tickets: number): Promise<Gate> => {
  const stock = await seedStock(server.owner, slug);
  const connection = await openConnection(server.url);
  const [item = stock.lastItem] = stock.items;
  const shopper = new Shopper(server, stock, connection);
  const cart = await shopper.hold(item, 2);
  if (!cart) throw new Error("There was nothing to buy.");
  const order = await shopper.buy(cart);
  connection.close();
  const original = (await readOriginal(server, order)).filter(({ table }) => gateTables.includes(table));
  await copyOrder(server, original, { from: 1, to: tickets / 2 - 1 });
  await server.query(
    `update event_session set start_datetime = now() - interval '10 minutes', end_datetime = now() + interval '3 hours',
       local_day = (now() at time zone 'America/New_York')::date, local_start = '00:00', local_end = '23:59' where id = $1`,
    [item.session],
  );
  await server.query("vacuum analyze", []);
  const rows = await server.query<{ scan_code: string }>(
    "select scan_code from ticket where seller_id = $1 and event_session_id = $2 order by id",
    [stock.seller_id, item.session],
  );
  return {
    seller: { seller_id: stock.seller_id, slug },
    session: item.session,
    codes: rows.map(({ scan_code }) => scan_code),
  };
};

const scanOf = (code: string, decidedMinutesAgo?: number): ScanSent => ({
  id: randomUUID(),
  at: new Date(Date.now() - (decidedMinutesAgo ?? 0) * 60_000).toISOString(),
  offset_ms: 0,
  direction: "in",
  code,
  ...(decidedMinutesAgo !== undefined && { decided: { shown: "welcome", reason: null, let_in: true } }),
});

const openDevices = (server: BenchServer, { seller }: Gate, count: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => pairDevice(server, seller, `Gate ${index}`)));

const countRows = async (server: BenchServer, text: string, seller_id: string): Promise<number> =>
  Number((await server.query<{ count: string }>(text, [seller_id]))[0]?.count);

/** Entries in excess of one per ticket. */
const letInTwice = (server: BenchServer, { seller }: Gate): Promise<number> =>
  countRows(
    server,
    `select coalesce(sum(entries - 1), 0) as count from (select count(*) as entries from scan
       where seller_id = $1 and counts = 'entry' group by ticket_id having count(*) > 1) twice`,
    seller.seller_id,
  );

/** 20 devices scan each ticket twice, first on one device and then on another. */
const scanOnline = async (server: BenchServer): Promise<ResultRow[]> => {
  const gate = await seedGate(server, "gate", 20_000);
  const devices = await openDevices(server, gate, 20);
  const client = new pg.Client({ ...server.owner, options: "-c app.seller=*" });
  await client.connect();
  const rate = { perSecond, seconds };
  const scan = (index: number) =>
    devices[index % devices.length]?.post("/gate/scans", {
      scans: [scanOf(gate.codes[Math.floor(index / 2)] ?? "")],
    }) ?? Promise.reject(new Error("There is no device."));
  for (let index = 0; index < 20; index++) await scan(19_000 * 2 + index);
  const scanned = await atRate(rate, scan);
  const reference = await atRate(rate, (index) =>
    client.query("select id from ticket where seller_id = $1 and scan_code = $2", [
      gate.seller.seller_id,
      gate.codes[index],
    ]),
  );
  await client.end();
  const rows = percentileRows(
    `a scan, ${perSecond} a second by 20 devices on one session of 20,000 tickets`,
    scanned,
    { name: "one ticket by its code, from the database", ...reference },
    { p95: 100, p99: 250 },
  );
  const entries = await countRows(
    server,
    "select count(*) from scan where seller_id = $1 and counts = 'entry'",
    gate.seller.seller_id,
  );
  return [
    ...rows,
    {
      figure: "tickets that two of 20 devices let in",
      unit: "",
      value: await letInTwice(server, gate),
      referenceName: "tickets that were let in",
      reference: entries,
      ratio: 0,
      goal: { measures: "value", comparison: "exactly", bound: 0 },
    },
  ];
};

/** The size of a list in transit, in bytes, and the time until it is complete. */
const fetchList = (server: BenchServer, { seller }: Gate, cookie: string): Promise<{ bytes: number; ms: number }> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { cookie, "accept-encoding": "br" };
    get(`${server.url}/staff_api/gate/list?_seller=${seller.slug}`, { headers }, (reply) => {
      let bytes = 0;
      reply.on("data", (chunk: Buffer) => (bytes += chunk.length));
      reply.on("end", () =>
        reply.statusCode === 200
          ? resolve({ bytes, ms: performance.now() - startedAt })
          : reject(new Error(`The list got status ${reply.statusCode}.`)),
      );
    }).on("error", reject);
  });

/** A day's ticket list for an offline gate. */
const readLists = async (server: BenchServer): Promise<ResultRow[]> => {
  const rows: ResultRow[] = [];
  for (const tickets of [20_000, 200_000]) {
    const gate = await seedGate(server, `list-${tickets}`, tickets);
    const device = await pairDevice(server, gate.seller, "Gate");
    const { count } = await device.get("/gate/list");
    if (count !== tickets) throw new Error(`The list has ${String(count)} of ${tickets} tickets.`);
    const list = await fetchList(server, gate, device.cookie);
    const plain = await promisify(brotliCompress)(JSON.stringify(gate.codes));
    const many = tickets.toLocaleString("en");
    rows.push(
      {
        figure: `the list of ${many} tickets, on the wire`,
        unit: "kB",
        value: list.bytes / 1000,
        referenceName: "their codes alone, as JSON and compressed",
        reference: plain.length / 1000,
        ratio: list.bytes / plain.length,
        ...(tickets === 20_000 && { goal: { measures: "value", comparison: "at most", bound: 1500 } }),
      },
      {
        figure: `the list of ${many} tickets: answered`,
        unit: "s",
        value: list.ms / 1000,
        referenceName: "their codes, from the database",
        reference:
          (await timeOf(() =>
            server.query("select id, scan_code from ticket where seller_id = $1", [gate.seller.seller_id]),
          )) / 1000,
        ratio: Number.NaN,
      },
    );
  }
  return rows;
};

/** 5,000 scans stored on 10 devices, two of each ticket, sent at once when the network is back. */
const reconcile = async (server: BenchServer): Promise<ResultRow[]> => {
  const gate = await seedGate(server, "waiting", 10_000);
  const devices = await openDevices(server, gate, 10);
  const batches = devices.map((_, device) =>
    Array.from({ length: maxScans }, (__, index) =>
      scanOf(gate.codes[Math.floor((device * maxScans + index) / 2)] ?? "", 30 - device),
    ),
  );
  const took = await timeOf(() =>
    Promise.all(devices.map((device, index) => device.post("/gate/scans", { scans: batches[index], waiting: 0 }))),
  );
  const recorded = await countRows(server, "select count(*) from scan where seller_id = $1", gate.seller.seller_id);
  if (recorded !== devices.length * maxScans) throw new Error(`${recorded} scans were recorded.`);
  const twice = await letInTwice(server, gate);
  if (twice > 0) throw new Error(`${twice} tickets count as let in twice.`);
  await server.query("create table bench_scan (id uuid primary key, at timestamptz not null)", []);
  const written = await timeOf(async () => {
    for (const { id, at } of batches.flat()) await server.query("insert into bench_scan values ($1, $2)", [id, at]);
  });
  return [
    {
      figure: "5,000 scans that waited on 10 devices: reconciled",
      unit: "s",
      value: took / 1000,
      referenceName: "5,000 rows, each written by itself",
      reference: written / 1000,
      ratio: took / written,
      goal: { measures: "value", comparison: "at most", bound: 60 },
    },
  ];
};

/** The gate: online scans, the list for offline devices, and what they send later. */
export const benchGate = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    return [...(await scanOnline(server)), ...(await readLists(server)), ...(await reconcile(server))];
  } finally {
    await server.close();
  }
};
