import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./install.mjs";

const anyFile = /(?:)/;
/**
 * What is built: a folder in apps, its name in messages, the folders and the kind of files that it consists of, and how
 * Vite builds it. The server reads its other files, such as migrations, where they are.
 */
const apps = {
  storefront: {
    name: "storefront",
    from: ["apps/storefront", "packages/contract", "packages/rules", "packages/ui"],
    files: anyFile,
    args: ["build", "--app"],
  },
  backoffice: {
    name: "back office",
    from: ["apps/backoffice", "packages/contract", "packages/ui"],
    files: anyFile,
    args: ["build"],
  },
  server: {
    name: "server",
    from: ["apps/server/vite.config.ts", "apps/server/src", "packages/contract", "packages/rules", "packages/demo/src"],
    files: /\.(?:ts|json)$/,
    args: ["build"],
  },
};
const folderOf = (app) => join(root, "apps", app);
const outOf = (app) => join(folderOf(app), "dist");
const stampOf = (app) => join(outOf(app), ".built-from");

const isBuilt = (app) => existsSync(stampOf(app)) && readFileSync(stampOf(app), "utf8") === fingerprint(app);

/** The folder of the built storefront; undefined if there is none, or if its sources have changed since. */
export const builtStorefront = () => (isBuilt("storefront") ? outOf("storefront") : undefined);

/** Builds storefront, back office and server if their sources have changed. `run` runs a tool with the pinned Node. */
export const ensureBuilds = async (run) => {
  for (const app of Object.keys(apps)) await ensureBuild(app, run);
};

const ensureBuild = async (app, run) => {
  if (!existsSync(join(folderOf(app), "vite.config.ts")) || isBuilt(app)) return;
  const from = fingerprint(app);
  const { name, args } = apps[app];
  process.stdout.write(`Building the ${name}…\n`);
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const code = await run([vite, ...args, "--logLevel", "warn"], {
    cwd: folderOf(app),
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`The ${name} could not be built.`);
  mkdirSync(outOf(app), { recursive: true });
  writeFileSync(stampOf(app), from);
};

/** A hash of all inputs of the build: the sources and the lock file. */
const fingerprint = (app) => {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  const { from, files } = apps[app];
  const paths = from.flatMap((path) => filesIn(join(root, path))).filter((path) => files.test(path));
  for (const path of paths.sort()) hash.update(relative(root, path)).update("\0").update(readFileSync(path));
  return hash.digest("hex");
};

/** A file, or all files of a folder except tests. */
const filesIn = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
        if (["node_modules", "dist"].includes(entry.name)) return [];
        const inside = join(path, entry.name);
        return entry.isDirectory() ? filesIn(inside) : /\.test\.\w+$/.test(entry.name) ? [] : [inside];
      });
