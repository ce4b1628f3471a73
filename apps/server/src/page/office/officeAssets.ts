import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** What the one document of the back office loads. */
export type OfficeAssets = {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** True where files may change at any time and styles are put into the page by a script. */
  readonly isDevServer: boolean;
  readonly close: () => Promise<void>;
};

const officeFolder = join(import.meta.dirname, "../../../../backoffice");
const base = "/_office/";
const entry = "src/entry.browser.tsx";

type Manifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] }>>;

/** The built back office (`npm run build -w @foyer/backoffice`). A file's name contains its hash, so files never change. */
export const builtOffice = async (app: FastifyInstance, dist = join(officeFolder, "dist")): Promise<OfficeAssets> => {
  const manifest = JSON.parse(
    await readFile(join(dist, "manifest.json"), "utf8").catch((cause: unknown) => {
      throw new Error("The back office is not built: npm run build -w @foyer/backoffice", { cause });
    }),
  ) as Manifest;
  const { file, css = [] } = manifest[entry] ?? { file: "" };
  await app.register(async (scope) => {
    scope.addHook("onSend", async (_, reply) => void reply.header("x-content-type-options", "nosniff"));
    await scope.register(staticFiles, {
      root: join(dist, "files"),
      prefix: `${base}files/`,
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: "365d",
    });
  });
  return {
    scripts: [base + file],
    styles: css.map((one) => base + one),
    isDevServer: false,
    close: async () => undefined,
  };
};

/** From its sources; the browser reloads the page when one of them changes. */
export const devServerOffice = async (app: FastifyInstance): Promise<OfficeAssets> => {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configLoader: "native",
    configFile: join(officeFolder, "vite.config.ts"),
    root: officeFolder,
    logLevel: "warn",
    server: { middlewareMode: true, ws: { server: app.server } as never, hmr: { server: app.server } },
  });
  for (const folder of ["@vite", "@id", "@fs", "src", "node_modules"])
    app.get(`${base}${folder}/*`, (request, reply) => {
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end();
      });
    });
  return {
    scripts: [`${base}@vite/client`, base + entry],
    styles: [],
    isDevServer: true,
    close: () => vite.close(),
  };
};
