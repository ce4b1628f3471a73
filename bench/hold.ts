import { createCart } from "@foyer/contract/shop/cart.ts";
import { generateLoad } from "./generateLoad.ts";
import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { holdScript, seedStock, type StockItem, type Stock } from "./seedStock.ts";
import { measureAlternating } from "./measureAlternating.ts";
import type { Goal, ResultRow } from "./resultTable.ts";
import { openDirectLoad } from "./reference/directLoad.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * Holds per second over HTTP, compared with the same hold as a single transaction sent directly to the database, as one
 * function so that it needs no further round trips. One to four tickets each, by new visitors.
 */
export const benchHold = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer();
  try {
    const stock = await seedStock(server.owner);
    const rows: ResultRow[] = [];
    for (const [name, sessions, bound] of [
      ["one hot session", stock.items.slice(0, 1), 4],
      ["1,000 sessions", stock.items, 1],
    ] as const) {
      const { referenceName, ...result } = await compareHolds(server, stock, sessions);
      const goal: Goal = { measures: "ratio", comparison: "at least", bound };
      rows.push({
        figure: `holds over HTTP, ${name}, ${clients} clients`,
        unit: "/s",
        referenceName,
        ...result,
        goal,
      });
      await assertNotOversold(server);
    }
    rows.push(await measureSoldOut(server, stock));
    return rows;
  } finally {
    await server.close();
  }
};

export const holdRequest = (stock: Stock, { event, session, type }: StockItem, quantity: number) => ({
  path: `/api${createCart.path}?_seller=${stock.slug}`,
  body: {
    add: [
      {
        event_template_id: event,
        event_session_id: session,
        ticket_types_required: [{ ticket_type_id: type, quantity }],
      },
    ],
  },
});

const pickRandom = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

const compareHolds = async (
  server: BenchServer,
  stock: Stock,
  lines: readonly StockItem[],
): Promise<Pick<ResultRow, "value" | "referenceName" | "reference" | "ratio">> => {
  const login = { ...server.app, options: `-c role=foyer_app -c app.seller=${stock.seller_id}` };
  const direct = await openDirectLoad(login, {
    name: "a whole hold per transaction",
    clients,
    script: holdScript(stock, lines.length),
    once: (client, index) => {
      const { event, session, type, group } = pickRandom(lines);
      return client.query({
        name: "hold",
        text: "select bench_hold($1, $2, $3, $4, $5, $6)",
        values: [stock.seller_id, event, session, group, type, 1 + (index % 4)],
      });
    },
  });
  const requests = Array.from({ length: Math.max(64, lines.length) }, (_, index) =>
    holdRequest(stock, lines[index % lines.length] as StockItem, 1 + (index % 4)),
  );
  const load = { clients, seconds, next: () => pickRandom(requests), expect: [200] };
  try {
    const result = await measureAlternating(rounds, {
      ours: async () => (await generateLoad(server.url, load)).perSecond,
      reference: () => direct.run(seconds),
    });
    return { referenceName: direct.name, ...result };
  } finally {
    await direct.close();
  }
};

/** More buyers than the capacity of two thousand: everything is sold, and every other buyer gets a refusal. */
const measureSoldOut = async (server: BenchServer, stock: Stock): Promise<ResultRow> => {
  const places = 2000;
  await server.query("update event_session set capacity = used_capacity + $2 where id = $1", [
    stock.lastItem.session,
    places,
  ]);
  const before = await server.query<{ n: number }>("select used_capacity as n from event_session where id = $1", [
    stock.lastItem.session,
  ]);
  const request = holdRequest(stock, stock.lastItem, 1);
  await generateLoad(server.url, {
    clients,
    seconds: 30,
    requests: places + 500,
    next: () => request,
    expect: [200, 409],
  });
  const after = await server.query<{ n: number }>("select used_capacity as n from event_session where id = $1", [
    stock.lastItem.session,
  ]);
  await assertNotOversold(server);
  const sold = (after[0]?.n ?? 0) - (before[0]?.n ?? 0);
  return {
    figure: "sold in a rush",
    unit: "places",
    value: sold,
    referenceName: "places there are",
    reference: places,
    ratio: sold / places,
    goal: { measures: "value", comparison: "exactly", bound: places },
  };
};

/**
 * Fails unless every counter equals its tickets and none exceeds its capacity. Counts in a single pass over the many
 * tickets.
 */
const assertNotOversold = async (server: BenchServer): Promise<void> => {
  const wrong = await server.query<{ id: string }>(
    `with live as materialized (select event_session_id, ticket_group_id from ticket where state in ('held', 'in_cart', 'booked', 'redeemed')),
     buckets as (
       select id, capacity + oversell_capacity as room, capacity, used_capacity, coalesce(n, 0) as n from event_session
         left join (select event_session_id as id, count(*) as n from live group by 1) c using (id)
       union all
       select id, capacity + oversell_capacity, capacity, used_capacity, coalesce(n, 0) from ticket_group
         left join (select ticket_group_id as id, count(*) as n from live group by 1) c using (id))
     select id from buckets where n <> used_capacity or (capacity >= 0 and n > room)`,
    [],
  );
  if (wrong.length > 0) throw new Error(`${wrong.length} buckets are oversold or miscounted.`);
};
