import { createCart } from "@foyer/contract/cart.ts";
import { hammer } from "./hammer.ts";
import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { holdScript, seedHolds, type Line, type Stock } from "./holdStock.ts";
import { takeInTurn } from "./inTurn.ts";
import type { Goal, Row } from "./row.ts";
import { openStraight } from "./straight.ts";

const clients = 64;
const rounds = 5;
const seconds = 3;

/**
 * Holds a second: the whole way over HTTP, against the same hold as one transaction straight to the database, written as
 * one function so that nothing is lost to round trips. One to four tickets each, by visitors nobody knew before.
 */
export const benchHold = async (): Promise<Row[]> => {
  const server = await openBenchServer();
  try {
    const stock = await seedHolds(server.owner);
    const rows: Row[] = [];
    for (const [name, sessions, bound] of [
      ["one hot session", stock.lines.slice(0, 1), 4],
      ["1,000 sessions", stock.lines, 1],
    ] as const) {
      const { against, ...measured } = await compare(server, stock, sessions);
      const goal: Goal = { of: "ratio", is: "at least", bound };
      rows.push({
        figure: `holds over HTTP, ${name}, ${clients} clients`,
        unit: "/s",
        against,
        ...measured,
        goal,
      });
      await nothingOversold(server);
    }
    rows.push(await soldOut(server, stock));
    return rows;
  } finally {
    await server.close();
  }
};

export const requestFor = (stock: Stock, { event, session, type }: Line, quantity: number) => ({
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

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

const compare = async (
  server: BenchServer,
  stock: Stock,
  lines: readonly Line[],
): Promise<Pick<Row, "value" | "against" | "reference" | "ratio">> => {
  const login = { ...server.app, options: `-c role=foyer_app -c app.seller=${stock.seller_id}` };
  const straight = await openStraight(login, {
    name: "a whole hold per transaction",
    clients,
    script: holdScript(stock, lines.length),
    once: (client, place) => {
      const { event, session, type, group } = pick(lines);
      return client.query({
        name: "hold",
        text: "select bench_hold($1, $2, $3, $4, $5, $6)",
        values: [stock.seller_id, event, session, group, type, 1 + (place % 4)],
      });
    },
  });
  const requests = Array.from({ length: Math.max(64, lines.length) }, (_, place) =>
    requestFor(stock, lines[place % lines.length] as Line, 1 + (place % 4)),
  );
  const load = { clients, seconds, next: () => pick(requests), expect: [200] };
  try {
    const taken = await takeInTurn(rounds, {
      ours: async () => (await hammer(server.url, load)).perSecond,
      reference: () => straight.run(seconds),
    });
    return { against: straight.name, ...taken };
  } finally {
    await straight.close();
  }
};

/** Two thousand places, more buyers than places: as many sold as there are, and every other buyer told so. */
const soldOut = async (server: BenchServer, stock: Stock): Promise<Row> => {
  const places = 2000;
  await server.query("update event_session set capacity = used_capacity + $2 where id = $1", [
    stock.last.session,
    places,
  ]);
  const before = await server.query<{ n: number }>("select used_capacity as n from event_session where id = $1", [
    stock.last.session,
  ]);
  const request = requestFor(stock, stock.last, 1);
  await hammer(server.url, { clients, seconds: 30, requests: places + 500, next: () => request, expect: [200, 409] });
  const after = await server.query<{ n: number }>("select used_capacity as n from event_session where id = $1", [
    stock.last.session,
  ]);
  await nothingOversold(server);
  const sold = (after[0]?.n ?? 0) - (before[0]?.n ?? 0);
  return {
    figure: "sold in a rush",
    unit: "places",
    value: sold,
    against: "places there are",
    reference: places,
    ratio: sold / places,
    goal: { of: "value", is: "exactly", bound: places },
  };
};

/** Counters are the tickets, and no bucket is over. Counted in one pass, because there are many tickets by now. */
const nothingOversold = async (server: BenchServer): Promise<void> => {
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
