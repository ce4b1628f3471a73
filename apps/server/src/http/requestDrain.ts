import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refused } from "../errors/refused.ts";

/** As long as a picture may wait in its lane (modules/catalog/images/readImage.ts). */
const drainTimeoutMs = 15_000;

/** Whether this server is about to close: it still serves, but load balancers should send requests elsewhere. */
export class Draining {
  #hasBegun = false;
  get hasBegun(): boolean {
    return this.#hasBegun;
  }
  begin(): void {
    this.#hasBegun = true;
  }
}

/**
 * Once draining has begun, each reply closes its connection, so that clients and proxies reconnect elsewhere. While the
 * server closes, refuses requests on connections that are still open, and delays closing until all other requests are
 * finished: Fastify only waits for open connections, and a request whose client has disconnected still uses the
 * database, which is closed next.
 */
export const installRequestDrain = (app: FastifyInstance, draining = new Draining()): void => {
  const pending = new Set<FastifyRequest>();
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onRequest", (request, _, done) => {
    pending.add(request);
    // Fastify never replies to a request whose body is cut off before it is read, so nothing else would end it.
    request.raw.once("close", () => {
      if (!request.raw.complete) pending.delete(request);
    });
    done(isClosing ? new Refused({ code: "unavailable" }) : undefined);
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    pending.delete(request);
    if (draining.hasBegun) reply.header("connection", "close");
    done(null, payload);
  });
  app.addHook("onClose", async () => {
    const deadline = performance.now() + drainTimeoutMs;
    while (pending.size > 0 && performance.now() < deadline) await sleep(10);
  });
};
