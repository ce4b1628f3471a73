import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openBenchServer, type BenchServer } from "./benchServer.ts";
import type { ResultRow } from "./resultTable.ts";
import { namesOfOrder, seedOrders, type SearchShop } from "./search/seedOrders.ts";

const orders = Number(process.env.SEARCH_ORDERS ?? 1_000_000);
const seconds = Number(process.env.SEARCH_SECONDS ?? 15);
const perSecond = 20;

/** Somebody of the box office who is signed in, without the screens that lead there. Returns the cookie. */
const signIn = async (server: BenchServer, seller_id: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  const staff = randomUUID();
  await server.query("insert into staff (id, email, name) values ($1, $2, 'Bench')", [staff, `${staff}@bench.example`]);
  await server.query("insert into staff_grant (seller_id, staff_id, role) values ($1, $2, 'box_office')", [
    seller_id,
    staff,
  ]);
  // In production nobody reaches a call without a second factor.
  await server.query("insert into staff_totp (id, staff_id, secret, confirmed_at) values ($1, $2, 'x', now())", [
    randomUUID(),
    staff,
  ]);
  await server.query(
    "insert into staff_sign_in (id, staff_id, token_hash, browser, proved_at) values ($1, $2, $3, 'Bench', now())",
    [randomUUID(), staff, createHash("sha256").update(token).digest()],
  );
  return `foyer-office=${token}`;
};

/** What somebody types to find the n-th order, by kind. */
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

type Percentiles = { readonly p95: number; readonly p99: number };

const percentilesOf = (durations: readonly number[]): Percentiles => {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
  return { p95: at(0.95), p99: at(0.99) };
};

/** Sends one after the other at a fixed rate, whether or not the one before was answered. */
const atRate = async (send: (index: number) => Promise<unknown>): Promise<Percentiles> => {
  const durations: number[] = [];
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < seconds * perSecond; index++) {
    const due = startedAt + (index * 1000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    const sentAt = performance.now();
    sent.push(send(index).then(() => void durations.push(performance.now() - sentAt)));
  }
  await Promise.all(sent);
  return percentilesOf(durations);
};

/** Orders far apart, so that no two searches read the same pages. */
const orderAt = (index: number): number => 1 + ((index * 104_729) % orders);

const search = async (server: BenchServer, path: string, cookie: string): Promise<Record<string, unknown>> => {
  const reply = await fetch(`${server.url}${path}`, { headers: { cookie } });
  const body = (await reply.json()) as Record<string, unknown>;
  if (reply.status !== 200) throw new Error(`${path} got status ${reply.status}: ${JSON.stringify(body)}`);
  return body;
};

const rowsOf = (kind: string, { p95, p99 }: Percentiles, reference: Percentiles): ResultRow[] => {
  const figure = `an order found by ${kind}, of ${orders.toLocaleString("en")}`;
  const referenceName = "one row by its key, from the database";
  const row = (name: "p95" | "p99", value: number, bound: number): ResultRow => ({
    figure: `${figure}, ${name}`,
    unit: "ms",
    value,
    referenceName,
    reference: reference[name],
    ratio: value / reference[name],
    goal: { measures: "value", comparison: "at most", bound },
  });
  return [row("p95", p95, 200), row("p99", p99, 500)];
};

/** The scan codes that somebody may read from tickets. */
const codesOf = async (server: BenchServer, { seller_id }: SearchShop): Promise<readonly string[]> =>
  (
    await server.query<{ scan_code: string }>(
      "select scan_code from ticket where seller_id = $1 and scan_code is not null limit 1000",
      [seller_id],
    )
  ).map(({ scan_code }) => scan_code);

/**
 * The search of the order desk over many orders of one seller, 20 a second, by each kind of word. Beside it the time of one
 * row by its key, asked for at the same rate. `SEARCH_ORDERS` and `SEARCH_SECONDS` make it small.
 */
export const benchSearch = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  const client = new pg.Client({ ...server.owner, options: "-c app.seller=*" });
  try {
    const shop = await seedOrders(server, orders);
    const codes = await codesOf(server, shop);
    const cookie = await signIn(server, shop.seller_id);
    await client.connect();
    const byKey = (index: number) =>
      client.query("select id from ticket_order where seller_id = $1 and order_number = $2", [
        shop.seller_id,
        shop.first + orderAt(index),
      ]);
    const rows: ResultRow[] = [];
    for (const [kind, wordOf] of Object.entries(kindsOf(shop, (n) => codes[n % codes.length] ?? ""))) {
      const pathOf = (index: number): string =>
        `/staff_api/orders?_seller=${shop.slug}&q=${encodeURIComponent(wordOf(orderAt(index)))}`;
      for (let index = 0; index < 5; index++) {
        const { orders: found } = await search(server, pathOf(1000 + index), cookie);
        if (!Array.isArray(found) || found.length === 0)
          throw new Error(`${kind}: nothing is found by ${pathOf(1000 + index)}`);
      }
      const found = await atRate((index) => search(server, pathOf(index), cookie));
      rows.push(...rowsOf(kind, found, await atRate(byKey)));
    }
    const { too_short } = await search(server, `/staff_api/orders?_seller=${shop.slug}&q=a`, cookie);
    if (too_short !== true) throw new Error("One letter was searched for.");
    return rows;
  } finally {
    await client.end().catch(() => undefined);
    await server.close();
  }
};
