import pg from "pg";
import type { Connections } from "../../src/db/connections.ts";

type Sent = string | { readonly text: string };

/**
 * Moves the database's clock for all statements of a server, by what `ahead` returns when a transaction begins, such as
 * '3 days'. It is set inside each transaction, so that it also applies on every node of a cluster.
 */
export const moveClock = (connections: Pick<Connections, "pool">, ahead: () => string): void => {
  const moved = new WeakSet<pg.ClientBase>();
  connections.pool.on("acquire", (client) => {
    if (moved.has(client)) return;
    moved.add(client);
    const query = (sent: Sent, ...more: unknown[]): unknown => {
      const text = typeof sent === "string" ? sent : sent.text;
      const all = text.startsWith("begin") ? { text: `${text}; set local app.clock = '${ahead()}'` } : sent;
      return (pg.Client.prototype.query as (...args: unknown[]) => unknown).call(client, all, ...more);
    };
    Reflect.set(client, "query", query);
  });
};
