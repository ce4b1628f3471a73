import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { StorefrontBundle } from "@foyer/contract/page.ts";

/** What a page with these screens needs besides its HTML. */
export type PageFiles = {
  /** Module scripts to run. */
  readonly scripts: readonly string[];
  /** Scripts that those import: fetched at once instead of one after another. */
  readonly preload: readonly string[];
  /** Style sheets whose text stands in the page. */
  readonly styles: readonly { readonly href: string; readonly css: string }[];
};

export type Assets = {
  readonly storefront: () => Promise<StorefrontBundle>;
  /** `deferred`: sources of the components that are on the page without their scripts. */
  readonly pageFiles: (sources: readonly string[], deferred: readonly string[]) => Promise<PageFiles>;
  /** True while files change under us: nothing is kept. */
  readonly isDevServer: boolean;
  readonly close: () => Promise<void>;
};

export const storefrontFolder = join(import.meta.dirname, "../../../storefront");
const base = "/assets/";

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** A chunk and everything that it imports, each once, what is imported first. */
const collectChunks = (manifest: Manifest, keys: readonly string[]): readonly Chunk[] => {
  const found = new Map<string, Chunk>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(key)) return;
    found.set(key, chunk);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...found.values()].reverse();
};

/** The storefront as `npm run build -w @foyer/storefront` left it. Its files never change under their names. */
export const builtAssets = async (app: FastifyInstance, dist = join(storefrontFolder, "dist")): Promise<Assets> => {
  const manifest = JSON.parse(
    await readFile(join(dist, "client/manifest.json"), "utf8").catch((cause: unknown) => {
      throw new Error("The storefront is not built: npm run build -w @foyer/storefront", { cause });
    }),
  ) as Manifest;
  const { storefront } = (await import(pathToFileURL(join(dist, "server/entry.server.js")).href)) as {
    storefront: StorefrontBundle;
  };
  await app.register(staticFiles, {
    root: join(dist, "client/files"),
    prefix: `${base}files/`,
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
    setHeaders: (reply, path) => {
      reply.header("x-content-type-options", "nosniff");
      // A card provider's fields are dressed like the page, and their frames fetch our type as strangers.
      if (path.endsWith(".woff2")) reply.header("access-control-allow-origin", "*");
    },
  });

  const styles = new Map<string, Promise<string>>();
  const styleOf = (file: string): Promise<string> => {
    const cached = styles.get(file) ?? readFile(join(dist, "client", file), "utf8").then((css) => css.trim());
    styles.set(file, cached);
    return cached;
  };
  const entry = "src/entry.browser.tsx";
  return {
    isDevServer: false,
    storefront: async () => storefront,
    pageFiles: async (sources, staticSources) => {
      const chunks = collectChunks(manifest, [entry, ...sources]);
      const first = manifest[entry]?.file;
      const styledChunks =
        staticSources.length === 0 ? chunks : collectChunks(manifest, [entry, ...sources, ...staticSources]);
      const css = [...new Set(styledChunks.flatMap((chunk) => chunk.css ?? []))];
      return {
        scripts: first ? [base + first] : [],
        preload: chunks.filter(({ file }) => file !== first).map(({ file }) => base + file),
        styles: await Promise.all(css.map(async (file) => ({ href: base + file, css: await styleOf(file) }))),
      };
    },
    close: async () => undefined,
  };
};

/** The storefront straight from its sources; the browser loads the page anew when one of them changes. */
export const devServerAssets = async (app: FastifyInstance): Promise<Assets> => {
  const { createServer } = await import("vite");
  const vite = await createServer({
    // Read as it is: a bundled copy in a file of its own would look like a change to whoever watches the server's files.
    configLoader: "native",
    configFile: join(storefrontFolder, "vite.config.ts"),
    root: storefrontFolder,
    logLevel: "warn",
    server: { middlewareMode: true, ws: { server: app.server } as never, hmr: { server: app.server } },
  });
  // What the server renders is read anew after a change, whoever was the first to see it.
  vite.watcher.on("change", () => vite.environments.ssr.moduleGraph.invalidateAll());
  app.get(`${base}*`, (request, reply) => {
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return {
    isDevServer: true,
    storefront: async () => {
      const { storefront } = (await vite.ssrLoadModule("/src/entry.server.tsx")) as { storefront: StorefrontBundle };
      return storefront;
    },
    pageFiles: async () => ({
      scripts: [`${base}@vite/client`, `${base}src/entry.browser.tsx`],
      preload: [],
      styles: [],
    }),
    close: () => vite.close(),
  };
};
