import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { StorefrontBundle } from "@foyer/contract/page.ts";
import { hashedFiles } from "./hashedFiles.ts";
import { openViteServer, serveFromVite } from "./dev/viteServer.ts";
import { answerOtherReleases, type ReadReleaseFile } from "./releaseFiles.ts";

/** The files of a page besides its HTML. */
export type PageFiles = {
  /** Module scripts. */
  readonly scripts: readonly string[];
  /** Scripts that those import, fetched in parallel instead of one after another. */
  readonly preload: readonly string[];
  /** Style sheets that are inlined in the page. */
  readonly styles: readonly { readonly href: string; readonly css: string }[];
};

export type Assets = {
  readonly storefront: () => Promise<StorefrontBundle>;
  /** `deferredSources` are hydrated later: the page needs their styles, but not their scripts. */
  readonly filesFor: (sources: readonly string[], deferredSources: readonly string[]) => Promise<PageFiles>;
  /** True if files may change at any time, so that pages are not cached. */
  readonly isDevServer: boolean;
  readonly close: () => Promise<void>;
};

export const storefrontFolder = join(import.meta.dirname, "../../../storefront");
export const builtFolder = join(storefrontFolder, "dist");
/** The files of a build that browsers fetch. */
export const filesFolder = (dist: string): string => join(dist, "client/files");
const base = "/assets/";

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

/** Chunks with everything that they import, each once, dependencies first. */
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

/**
 * The built storefront (`npm run build -w @foyer/storefront`). A file's name contains its hash, so files never change.
 * `readReleaseFile` finds files of other releases.
 */
export const builtAssets = async (
  app: FastifyInstance,
  dist = builtFolder,
  readReleaseFile?: ReadReleaseFile,
): Promise<Assets> => {
  const manifest = JSON.parse(
    await readFile(join(dist, "client/manifest.json"), "utf8").catch((cause: unknown) => {
      throw new Error("The storefront is not built: npm run build -w @foyer/storefront", { cause });
    }),
  ) as Manifest;
  const { storefront } = (await import(pathToFileURL(join(dist, "server/entry.server.js")).href)) as {
    storefront: StorefrontBundle;
  };
  const root = filesFolder(dist);
  const ownFiles = new Set(await readdir(root));
  await app.register(async (scope) => {
    scope.addHook("onSend", async (request, reply) => {
      reply.header("x-content-type-options", "nosniff");
      // A card provider's fields use the page's fonts, and their frames fetch them from another origin.
      if ((request.params as { readonly "*"?: string })["*"]?.endsWith(".woff2"))
        reply.header("access-control-allow-origin", "*");
    });
    if (readReleaseFile) answerOtherReleases(scope, ownFiles, readReleaseFile);
    await scope.register(staticFiles, {
      root,
      prefix: `${base}files/`,
      ...hashedFiles,
    });
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
    filesFor: async (sources, deferredSources) => {
      const chunks = collectChunks(manifest, [entry, ...sources]);
      const first = manifest[entry]?.file;
      const styledChunks =
        deferredSources.length === 0 ? chunks : collectChunks(manifest, [entry, ...sources, ...deferredSources]);
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

/** The storefront from its sources; the browser reloads the page when a source changes. */
export const devServerAssets = async (app: FastifyInstance): Promise<Assets> => {
  const vite = await openViteServer(app, storefrontFolder);
  // After a change the server's rendering has to use the new sources too.
  vite.watcher.on("change", () => vite.environments.ssr.moduleGraph.invalidateAll());
  serveFromVite(app, vite, `${base}*`);
  return {
    isDevServer: true,
    storefront: async () => {
      const { storefront } = (await vite.ssrLoadModule("/src/entry.server.tsx")) as { storefront: StorefrontBundle };
      return storefront;
    },
    filesFor: async () => ({
      scripts: [`${base}@vite/client`, `${base}src/entry.browser.tsx`],
      preload: [],
      styles: [],
    }),
    close: () => vite.close(),
  };
};
