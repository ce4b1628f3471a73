import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Nobody waits longer than this for work that does not end. A picture may have waited its turn as long (catalog/images.ts). */
const patience = 15_000;

/**
 * A request whose visitor left has no connection any more that the server would wait for when it closes, but its work
 * goes on: it is waited for too, since what comes after takes the database away.
 */
export const installUnderWay = (app: FastifyInstance): void => {
  const underWay = new Set<FastifyRequest>();
  app.addHook("onRequest", async (request) => void underWay.add(request));
  app.addHook("onSend", async (request) => void underWay.delete(request));
  app.addHook("onClose", async () => {
    const until = performance.now() + patience;
    while (underWay.size > 0 && performance.now() < until) await sleep(10);
  });
};
