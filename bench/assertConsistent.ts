import { checkInvariants } from "../apps/server/src/cli/checkInvariants.ts";
import { Connections } from "../apps/server/src/db/connections.ts";
import type { BenchServer } from "./benchServer.ts";
import type { Stock } from "./seedStock.ts";
import type { PlacedOrder } from "./shopper.ts";

/**
 * Fails unless the shop is consistent after a benchmark: every reported order is stored with its tickets, there is no
 * other order except those of buyers who got no answer, and all invariants of `foyer check` hold.
 */
export const assertConsistent = async (
  server: BenchServer,
  stock: Stock,
  { answered, unanswered = 0 }: { readonly answered: readonly PlacedOrder[]; readonly unanswered?: number },
): Promise<void> => {
  const storedOrders = await server.query<{ id: string; tickets: number }>(
    `select o.id, count(t.id)::int as tickets from ticket_order o
     left join ticket t on t.seller_id = o.seller_id and t.ticket_order_id = o.id and t.state = 'booked'
     where o.seller_id = $1 group by o.id`,
    [stock.seller_id],
  );
  const ticketsOf = new Map(storedOrders.map(({ id, tickets }) => [id, tickets]));
  const lostOrders = answered.filter(({ order_id, tickets }) => tickets === 0 || ticketsOf.get(order_id) !== tickets);
  if (lostOrders.length > 0) throw new Error(`${lostOrders.length} orders were reported but are not stored like that.`);
  const orders = new Set(answered.map(({ order_id }) => order_id)).size;
  if (orders !== answered.length || storedOrders.length < orders || storedOrders.length > orders + unanswered)
    throw new Error(`${answered.length} purchases reported ${orders} orders, but ${storedOrders.length} are stored.`);
  await assertInvariants(server);
};

/** Fails unless every invariant of `foyer check` holds. */
export const assertInvariants = async (server: BenchServer): Promise<void> => {
  const connections = new Connections({ ...server.app, max: 1 });
  try {
    const violations = await checkInvariants(connections.acrossSellers());
    if (violations.length > 0) throw new Error(`Invariants are broken: ${JSON.stringify(violations)}`);
  } finally {
    await connections.close();
  }
};
