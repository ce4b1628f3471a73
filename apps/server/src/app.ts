import fastify from "fastify";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Settings } from "./settings.ts";

/** What the app is handed; it opens nothing by itself. */
export type Deps = { readonly settings: Settings; readonly pool: Pool };

/** The visible list of what the server consists of, in order. */
export const buildApp = async ({ settings, pool }: Deps): Promise<FastifyInstance> => {
  const app = fastify({
    logger: { level: settings.LOG_LEVEL },
    trustProxy: settings.TRUST_PROXY.length > 0 ? [...settings.TRUST_PROXY] : false,
  });

  app.get("/healthz", async (_request, reply) => {
    try {
      await pool.query("select 1");
      return { status: "ok" };
    } catch {
      return reply.code(503).header("retry-after", "1").send({ status: "database unavailable" });
    }
  });

  return app;
};
