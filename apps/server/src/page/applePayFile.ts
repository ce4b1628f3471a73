import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

export const applePayFileName = "apple-developer-merchantid-domain-association";

/**
 * Serves the file by which Apple Pay verifies the domain; the card provider issues it. The file is read for each
 * request.
 */
export const installApplePayFile = (app: FastifyInstance, file: string): void => {
  app.get(`/.well-known/${applePayFileName}`, async (_, reply) => {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) return reply.callNotFound();
    return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
  });
};
