import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** As long as a picture may wait in its lane (modules/catalog/images/readImage.ts). */
const drainTimeoutMs = 15_000;

/**
 * Delays closing until every request is finished. Fastify waits for open connections only; a request whose client has
 * disconnected still uses the database, which is closed next.
 */
export const installRequestDrain = (app: FastifyInstance): void => {
  const pending = new Set<FastifyRequest>();
  app.addHook("onRequest", async (request) => void pending.add(request));
  app.addHook("onSend", async (request) => void pending.delete(request));
  app.addHook("onClose", async () => {
    const deadline = performance.now() + drainTimeoutMs;
    while (pending.size > 0 && performance.now() < deadline) await sleep(10);
  });
};
