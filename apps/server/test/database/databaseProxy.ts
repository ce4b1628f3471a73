import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { PoolConfig } from "pg";

/** A proxy between the server and its database that tests can slow down or cut. */
export type DatabaseProxy = {
  readonly config: PoolConfig;
  /** The delay of each packet to the database. */
  delayMs: number;
  /** Cuts a connection before it forwards a reply of the database that contains this text. */
  cutBefore: string | undefined;
  readonly cuts: number;
  /** Forwards nothing to the database, as if its machine were lost. */
  isSilent: boolean;
  /** Ends every connection and accepts no new ones, as if the database were stopped, until it is back. */
  goAway(): void;
  comeBack(): void;
  close(): Promise<void>;
};

export const openDatabaseProxy = async (target: PoolConfig): Promise<DatabaseProxy> => {
  const sockets = new Set<Socket>();
  const state = { delayMs: 0, cutBefore: undefined as string | undefined, cuts: 0, isSilent: false };
  let isAway = false;
  const openTarget = (): Socket => {
    const { host = "127.0.0.1", port = 5432 } = target;
    return host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
  };
  const proxy = createServer((client) => {
    if (isAway) return void client.destroy();
    const database = openTarget();
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        client.destroy();
        database.destroy();
        sockets.delete(socket);
      });
    }
    let turn = Promise.resolve();
    client.on("data", (packet: Buffer) => {
      if (state.isSilent) return;
      const due = performance.now() + state.delayMs;
      turn = turn.then(async () => {
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => void setTimeout(resolve, wait));
        database.write(packet);
      });
    });
    database.on("data", (packet: Buffer) => {
      if (state.cutBefore === undefined || !packet.includes(state.cutBefore)) return void client.write(packet);
      state.cutBefore = undefined;
      state.cuts += 1;
      client.destroy();
    });
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return Object.assign(state, {
    config: { ...target, host: "127.0.0.1", port },
    goAway: () => {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack: () => void (isAway = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  });
};
