import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";

/** An application from its sources. The browser reloads the page when a source changes. */
export const openViteServer = async (app: FastifyInstance, root: string): Promise<ViteDevServer> => {
  const { createServer } = await import("vite");
  return createServer({
    // Not bundled: the bundled copy would be a new file, and restart a process that watches the server's files.
    configLoader: "native",
    configFile: join(root, "vite.config.ts"),
    root,
    logLevel: "warn",
    server: { middlewareMode: true, ws: { server: app.server } as never, hmr: { server: app.server } },
  });
};

/** Answers the addresses of `path` with the application's files. */
export const serveFromVite = (app: FastifyInstance, vite: ViteDevServer, path: string): void => {
  app.get(path, (request, reply) => {
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
};
