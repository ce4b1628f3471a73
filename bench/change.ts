import { assertInvariants } from "./assertConsistent.ts";
import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection, type Connection } from "./connection.ts";
import { median, type ResultRow } from "./resultTable.ts";
import { seedStock, type Stock, type StockItem } from "./seedStock.ts";
import { Shopper, type PlacedOrder } from "./shopper.ts";

const clients = 64;
const rounds = 5;
const ordersPerRound = 1000;
const rushBuyers = 500;
const rushPlaces = 200;

/** A shopper with an order for the session of `item`. */
type Buyer = { readonly shopper: Shopper; readonly order: PlacedOrder; readonly item: StockItem };

/**
 * Orders cancelled and moved to another session per second over HTTP, in the buyers' own sessions with 64 clients,
 * compared with purchases of the same orders in the same round. A purchase takes four requests, a move three, a
 * cancellation one. Then five hundred buyers move at once to a session with a capacity of two hundred.
 */
export const benchChange = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ selling: true });
  try {
    const stock = await seedStock(server.owner);
    await allowChanges(server, stock);
    const later = await addLaterSessions(server, stock);
    const measured: { purchases: number; cancellations: number; moves: number }[] = [];
    for (let round = 0; round <= rounds; round++) measured.push(await runRound(server, stock, later));
    const rush = await runRush(server, stock, later);
    await assertInvariants(server);
    // The first round only warms up.
    const counted = measured.slice(1);
    const purchases = median(counted.map((one) => one.purchases));
    const row = (figure: string, of: (one: (typeof counted)[number]) => number): ResultRow => ({
      figure,
      unit: "/s",
      value: median(counted.map(of)),
      referenceName: "purchases of the same round",
      reference: purchases,
      ratio: median(counted.map((one) => of(one) / one.purchases)),
    });
    return [
      row(`orders cancelled over HTTP, ${clients} clients`, ({ cancellations }) => cancellations),
      row(`orders moved to another session over HTTP, ${clients} clients`, ({ moves }) => moves),
      ...rush,
    ];
  } finally {
    await server.close();
  }
};

const allowChanges = (server: BenchServer, { seller_id }: Stock): Promise<unknown[]> =>
  server.query(
    `update seller set configuration = configuration || '{"self_edit": {"enabled": true, "anon_editing": true}}' where id = $1`,
    [seller_id],
  );

/** A second session of each event, a day after the first. Returns the items with these sessions. */
const addLaterSessions = async (
  server: BenchServer,
  { seller_id, items }: Stock,
): Promise<ReadonlyMap<StockItem, StockItem>> => {
  const added = await server.query<{ id: string; event_template_id: string }>(
    `insert into event_session (seller_id, id, event_template_id, start_datetime, end_datetime, local_day, local_start, local_end, capacity)
     select seller_id, gen_random_uuid(), event_template_id, start_datetime + interval '1 day', end_datetime + interval '1 day', local_day + 1, local_start, local_end, capacity
     from event_session where seller_id = $1 returning id, event_template_id`,
    [seller_id],
  );
  const sessionOf = new Map(added.map(({ id, event_template_id }) => [event_template_id, id]));
  return new Map(items.map((item) => [item, { ...item, session: sessionOf.get(item.event) ?? item.session }]));
};

/** Works through a list with one connection per client, and returns the number done per second. */
const workThrough = async <Item>(
  server: BenchServer,
  items: readonly Item[],
  work: (item: Item, connection: Connection) => Promise<void>,
): Promise<number> => {
  const rest = [...items];
  const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(server.url)));
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item, connection);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return items.length / seconds;
};

const buyFor = async (
  server: BenchServer,
  stock: Stock,
  {
    item,
    quantity,
    connection,
  }: { readonly item: StockItem; readonly quantity: number; readonly connection: Connection },
): Promise<Buyer> => {
  const shopper = new Shopper(server, stock, connection);
  const cart = await shopper.hold(item, quantity);
  if (!cart) throw new Error("There was nothing left to buy.");
  return { shopper, order: await shopper.buy(cart), item };
};

const runRound = async (server: BenchServer, stock: Stock, later: ReadonlyMap<StockItem, StockItem>) => {
  const wanted = Array.from({ length: ordersPerRound }, (_, index) => ({
    item: stock.items[Math.floor(Math.random() * stock.items.length)]!,
    quantity: 1 + (index % 4),
  }));
  const bought: Buyer[] = [];
  const purchases = await workThrough(server, wanted, async (one, connection) => {
    bought.push(await buyFor(server, stock, { ...one, connection }));
  });
  const half = bought.length / 2;
  const moves = await workThrough(server, bought.slice(0, half), async ({ shopper, order, item }, connection) => {
    const isMoved = await shopper.over(connection).move(order, later.get(item) ?? item);
    if (!isMoved) throw new Error("An order could not be moved.");
  });
  const cancellations = await workThrough(server, bought.slice(half), ({ shopper, order }, connection) =>
    shopper.over(connection).cancel(order),
  );
  return { purchases, moves, cancellations };
};

/** All buyers move at once; the reference is the session's capacity. */
const runRush = async (
  server: BenchServer,
  stock: Stock,
  later: ReadonlyMap<StockItem, StockItem>,
): Promise<ResultRow[]> => {
  const [item] = stock.items;
  const target = item && later.get(item);
  if (!item || !target) throw new Error("There is no stock.");
  const [before] = await server.query<{ used: number }>(
    `update event_session set capacity = used_capacity + $3 where seller_id = $1 and id = $2 returning used_capacity as used`,
    [stock.seller_id, target.session, rushPlaces],
  );
  const buyers: Buyer[] = [];
  const perSecond = await workThrough(
    server,
    Array.from({ length: rushBuyers }, (_, index) => index),
    async (_index, connection) => {
      buyers.push(await buyFor(server, stock, { item, quantity: 1, connection }));
    },
  );
  let moved = 0;
  const connections: Connection[] = [];
  for (const _buyer of buyers) connections.push(await openConnection(server.url));
  const startedAt = performance.now();
  await Promise.all(
    buyers.map(async ({ shopper, order }, index) => {
      const connection = connections[index]!;
      if (await shopper.over(connection).move(order, target)) moved += 1;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();

  const orders = buyers.map(({ order }) => order.order_id);
  const stored = await server.query<{ sessions: string[] }>(
    `select array_agg(t.event_session_id) as sessions from ticket t
     where t.seller_id = $1 and t.ticket_order_id = any($2::uuid[]) and t.state = 'booked' group by t.ticket_order_id`,
    [stock.seller_id, orders],
  );
  const inTarget = stored.filter(({ sessions }) => sessions.length === 1 && sessions[0] === target.session).length;
  const inFormer = stored.filter(({ sessions }) => sessions.length === 1 && sessions[0] === item.session).length;
  const wrong = rushBuyers - inTarget - inFormer + Math.abs(moved - inTarget);
  const [after] = await server.query<{ used: number }>(
    "select used_capacity as used from event_session where seller_id = $1 and id = $2",
    [stock.seller_id, target.session],
  );
  if ((after?.used ?? 0) - (before?.used ?? 0) !== inTarget)
    throw new Error("The session counts other tickets than it has.");
  const figure = (measure: string): string => `${rushBuyers} move at once to ${rushPlaces} places: ${measure}`;
  return [
    {
      figure: figure("all answered"),
      unit: "s",
      value: seconds,
      referenceName: `their purchases, ${clients} at a time`,
      reference: rushBuyers / perSecond,
      ratio: (seconds * perSecond) / rushBuyers,
    },
    {
      figure: figure("moved"),
      unit: "orders",
      value: inTarget,
      referenceName: "places there are",
      reference: rushPlaces,
      ratio: inTarget / rushPlaces,
      goal: { measures: "value", comparison: "exactly", bound: rushPlaces },
    },
    {
      figure: figure("lost, doubled or answered wrongly"),
      unit: "orders",
      value: wrong,
      referenceName: "buyers",
      reference: rushBuyers,
      ratio: wrong / rushBuyers,
      goal: { measures: "value", comparison: "exactly", bound: 0 },
    },
  ];
};
