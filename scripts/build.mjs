import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./install.mjs";

const shop = join(root, "apps", "storefront");
const out = join(shop, "dist");
const stamp = join(out, ".built-from");

/** The folder of the built storefront; undefined if there is none, or if its sources have changed since. */
export const builtStorefront = () =>
  existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint() ? out : undefined;

/** Builds the storefront for browser and server if its sources have changed. `run` runs a tool with the pinned Node. */
export const ensureStorefront = async (run) => {
  if (!existsSync(join(shop, "vite.config.ts")) || builtStorefront()) return;
  const from = fingerprint();
  process.stdout.write("Building the storefront…\n");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const code = await run([vite, "build", "--app", "--logLevel", "warn"], {
    cwd: shop,
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error("The storefront could not be built.");
  mkdirSync(out, { recursive: true });
  writeFileSync(stamp, from);
};

/** A hash of all inputs of the build: the sources and the lock file. */
const fingerprint = () => {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  const folders = [shop, ...["contract", "rules", "ui"].map((name) => join(root, "packages", name))];
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
