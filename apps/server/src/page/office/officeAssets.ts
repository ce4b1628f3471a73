import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { openViteServer, serveFromVite } from "../dev/viteServer.ts";
import { hashedFiles } from "../hashedFiles.ts";

/** The files that a document loads. */
export type DocumentAssets = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** What the two documents of the back office load: all of its screens, and the gate. */
export type OfficeAssets = DocumentAssets & {
  /** `files` is everything that the gate needs without a network; null if files may change at any time. */
  readonly scan: DocumentAssets & { readonly files: readonly string[] | null };
  /** True if files may change at any time and a script inserts styles into the page. */
  readonly isDevServer: boolean;
  readonly close: () => Promise<void>;
};

const officeFolder = join(import.meta.dirname, "../../../../backoffice");
const base = "/_office/";
const entry = "src/entry.browser.tsx";
const scanEntry = "src/scan/entry.scan.tsx";

type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly css?: readonly string[];
      readonly assets?: readonly string[];
      readonly imports?: readonly string[];
    }
  >
>;

/** An entry after everything that it imports: shared styles, which declare the order of layers, come first. */
const withImports = (manifest: Manifest, name: string, known = new Set<string>()): Set<string> => {
  if (known.has(name)) return known;
  for (const imported of manifest[name]?.imports ?? []) withImports(manifest, imported, known);
  return known.add(name);
};

const documentOf = (manifest: Manifest, name: string): DocumentAssets => {
  const parts = [...withImports(manifest, name)].flatMap((part) => manifest[part] ?? []);
  const { file = "" } = manifest[name] ?? {};
  return {
    scripts: [base + file],
    styles: [...new Set(parts.flatMap(({ css = [] }) => css))].map((one) => base + one),
  };
};

/** The code reader is loaded by a worker, which the manifest does not list. */
const isReaderFile = (name: string): boolean => /^(?:readCodes\.worker|zxing_reader)-[\w-]+\.(?:js|wasm)$/.test(name);

const filesOf = (manifest: Manifest, name: string, built: readonly string[]): readonly string[] => {
  const parts = [...withImports(manifest, name)].flatMap((part) => manifest[part] ?? []);
  const files = parts.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const reader = built.filter(isReaderFile).map((one) => `files/${one}`);
  return [...new Set([...files, ...reader])].map((one) => base + one).toSorted();
};

/** The built back office (`npm run build -w @foyer/backoffice`). A file's name contains its hash, so files never change. */
export const builtOffice = async (app: FastifyInstance, dist = join(officeFolder, "dist")): Promise<OfficeAssets> => {
  const manifest = JSON.parse(
    await readFile(join(dist, "manifest.json"), "utf8").catch((cause: unknown) => {
      throw new Error("The back office is not built: npm run build -w @foyer/backoffice", { cause });
    }),
  ) as Manifest;
  const built = await readdir(join(dist, "files"));
  await app.register(async (scope) => {
    scope.addHook("onSend", async (_, reply) => void reply.header("x-content-type-options", "nosniff"));
    await scope.register(staticFiles, {
      root: join(dist, "files"),
      prefix: `${base}files/`,
      ...hashedFiles,
    });
  });
  return {
    ...documentOf(manifest, entry),
    scan: { ...documentOf(manifest, scanEntry), files: filesOf(manifest, scanEntry, built) },
    isDevServer: false,
    close: async () => undefined,
  };
};

/** Served from sources; the browser reloads the page when a source changes. */
export const devServerOffice = async (app: FastifyInstance): Promise<OfficeAssets> => {
  const vite = await openViteServer(app, officeFolder);
  for (const folder of ["@vite", "@id", "@fs", "src", "node_modules"]) serveFromVite(app, vite, `${base}${folder}/*`);
  return {
    scripts: [`${base}@vite/client`, base + entry],
    styles: [],
    scan: { scripts: [`${base}@vite/client`, base + scanEntry], styles: [], files: null },
    isDevServer: true,
    close: () => vite.close(),
  };
};
