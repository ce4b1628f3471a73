import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Plugin } from "vite";

const server = join(import.meta.dirname, "../..");
const entries = {
  main: join(server, "src/main.ts"),
  command: join(server, "test/process/armedCommand.ts"),
  upload: join(server, "src/office/editing/files/readUpload.ts"),
};

const require = createRequire(import.meta.url);
/** The bundle is outside the repository, so the packages that it loads are named by their location. */
const keepPackages: Plugin = {
  name: "keep-packages",
  enforce: "pre",
  resolveId: {
    filter: { id: /^(?:sharp|pdfkit|@opentelemetry\/.*)$/ },
    handler: (source) => ({ id: pathToFileURL(require.resolve(source)).href, external: true }),
  },
};

const bundleTo = async (outDir: string): Promise<void> => {
  const { build } = await import("vite");
  await build({
    configFile: join(server, "vite.config.ts"),
    logLevel: "error",
    plugins: [keepPackages],
    build: { outDir, rolldownOptions: { input: entries } },
  });
};

/**
 * Fills Node's compile cache for the bundle. A killed process does not write the cache, so one that exits by itself runs
 * first.
 */
const compileTo = async (bundle: string, cache: string): Promise<void> => {
  const env = { PATH: process.env.PATH, NODE_ENV: "test", NODE_COMPILE_CACHE: cache, PORT: "none" };
  await promisify(execFile)(process.execPath, [join(bundle, "main.js"), "--api"], { env }).then(
    () => {
      throw new Error("The server started on a port that is none.");
    },
    // The process exits with an error about its settings.
    () => undefined,
  );
};

/** The entries, and the options with which to start a process that runs one of them. */
export type BundledServer = Record<keyof typeof entries, string> & {
  readonly env: { readonly NODE_COMPILE_CACHE: string };
};

/**
 * The server's current sources, bundled as for production, with a command that can be killed; once per run. This reduces
 * the start of a process that dies in a test to a third of the work.
 */
export const bundledServer = async (): Promise<BundledServer> => {
  const folder = join(inject("scratch"), "bundle");
  const cache = join(inject("scratch"), "compiled");
  const draft = `${folder}.draft`;
  const isFirst = await mkdir(draft).then(
    () => true,
    () => false,
  );
  if (isFirst && !existsSync(folder)) {
    await bundleTo(draft);
    await rename(draft, folder);
    await compileTo(folder, cache);
  }
  // Another worker is bundling it.
  for (let waited = 0; !existsSync(folder); waited += 1) {
    if (waited > 1_000) throw new Error("The server was not bundled within 100 seconds.");
    await sleep(100);
  }
  return {
    main: join(folder, "main.js"),
    command: join(folder, "command.js"),
    upload: join(folder, "upload.js"),
    env: { NODE_COMPILE_CACHE: cache },
  };
};
