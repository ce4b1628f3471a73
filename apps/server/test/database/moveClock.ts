import pg from "pg";
import type { Connections } from "../../src/db/connections.ts";

/**
 * Moves the database's clock for all statements of a server, by what `ahead` returns when a transaction begins, such as
 * '3 days'. It is set inside of each transaction, so that every node of a cluster has it too.
 */
export const moveClock = (connections: Pick<Connections, "pool">, ahead: () => string): void => {
  const moved = new WeakSet<pg.ClientBase>();
  connections.pool.on("acquire", (client) => {
    if (moved.has(client)) return;
    moved.add(client);
    const query = (first: unknown, ...more: unknown[]): unknown => {
      const isBegin = typeof first === "string" && first.startsWith("begin");
      const text = isBegin ? `${first}; set local app.clock = '${ahead()}'` : first;
      return (pg.Client.prototype.query as (...args: unknown[]) => unknown).call(client, text, ...more);
    };
    Reflect.set(client, "query", query);
  });
};
