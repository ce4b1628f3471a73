import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Nobody waits longer than this for work that does not end. A picture may have waited its turn as long (catalog/images.ts). */
const drainTimeoutMs = 15_000;

/**
 * A request whose visitor left has no connection any more that the server would wait for when it closes, but its work
 * goes on: it is waited for too, since what comes after takes the database away.
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
