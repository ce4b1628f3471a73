import type { FastifyInstance } from "fastify";
import { assertDatabaseReady } from "../../db/migrate/assertDatabaseReady.ts";
import type { Database } from "../../db/connections.ts";
import type { Draining } from "../requestDrain.ts";
import type { DiskSpace } from "./diskSpace.ts";

/**
 * `/livez`: the process answers. `/readyz` and `/healthz`: it can sell, that is, the database answers, accepts writes,
 * has space and every migration, and this server is not about to close. While the server closes, they are refused like
 * every request.
 */
export const installHealthChecks = (
  app: FastifyInstance,
  acrossSellers: Database,
  { diskSpace, draining }: { readonly diskSpace: DiskSpace; readonly draining: Draining },
): void => {
  app.get("/livez", async (_, reply) => reply.header("cache-control", "no-store").send({ ok: true }));
  for (const url of ["/readyz", "/healthz"])
    app.get(url, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const notReady = () => reply.code(503).header("retry-after", "2").send({ ok: false });
      if (draining.hasBegun) return notReady();
      try {
        await assertDatabaseReady(acrossSellers);
        await diskSpace.assertWritable(acrossSellers);
        return await reply.send({ ok: true });
      } catch (error) {
        request.log.warn({ event: "not_ready", err: error instanceof Error ? error.message : "" }, "not ready to sell");
        return notReady();
      }
    });
};
