import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./install.mjs";

/** What is built: a folder in apps, its name in messages, the packages that it consists of, and how Vite builds it. */
const apps = {
  storefront: { name: "storefront", packages: ["contract", "rules", "ui"], args: ["build", "--app"] },
  backoffice: { name: "back office", packages: ["contract", "ui"], args: ["build"] },
};
const folderOf = (app) => join(root, "apps", app);
const outOf = (app) => join(folderOf(app), "dist");
const stampOf = (app) => join(outOf(app), ".built-from");

const isBuilt = (app) => existsSync(stampOf(app)) && readFileSync(stampOf(app), "utf8") === fingerprint(app);

/** The folder of the built storefront; undefined if there is none, or if its sources have changed since. */
export const builtStorefront = () => (isBuilt("storefront") ? outOf("storefront") : undefined);

/** Builds storefront and back office if their sources have changed. `run` runs a tool with the pinned Node. */
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
  const folders = [folderOf(app), ...apps[app].packages.map((name) => join(root, "packages", name))];
  for (const path of folders.flatMap(filesIn).sort())
    hash.update(relative(root, path)).update("\0").update(readFileSync(path));
  return hash.digest("hex");
};

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (["node_modules", "dist"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /\.test\.\w+$/.test(entry.name) ? [] : [path];
  });
