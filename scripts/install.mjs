// Plain JavaScript without packages: it runs before there are any, on whatever Node (20 or newer) called it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const marker = join(root, "node_modules", ".foyer-lock");
const windows = process.platform === "win32";
/** The Node that everything but this bootstrap runs on. */
export const pinnedNode = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

/** Installs what the lock file says, unless that was done before. Two at once: one installs, the other waits. */
export const ensurePackages = () => {
  if (isInstalled()) return;
  const release = takeTurn();
  try {
    if (isInstalled()) return;
    process.stdout.write("Installing packages…\n");
    npm(["ci", "--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts=false"]);
    if (!runs()) npm(["rebuild", "--loglevel=error", "--ignore-scripts=false"]);
    if (!runs()) throw new Error("The pinned Node (node_modules/node) does not run on this machine.");
    writeFileSync(marker, lockHash());
  } finally {
    release();
  }
};

/** The lock file and each workspace's own list: a changed package.json is a changed installation. */
const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

const isInstalled = () => existsSync(pinnedNode) && existsSync(marker) && readFileSync(marker, "utf8") === lockHash();

const runs = () => existsSync(pinnedNode) && spawnSync(pinnedNode, ["--version"]).status === 0;

const npm = (args) => {
  // npm tells its own path to what it starts; called without npm, the one in PATH has to do.
  const own = process.env.npm_execpath;
  const isNpm = own !== undefined && /npm-cli\.c?js$/.test(own);
  const result = isNpm
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
    : spawnSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell: windows });
  if (result.status !== 0) throw new Error(`npm ${args[0]} failed${result.error ? `: ${result.error.message}` : ""}.`);
};

/** A lock file with our pid. It appears whole (link), and one whose owner is gone is taken away. */
const takeTurn = () => {
  const path = join(root, ".install.lock");
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  let told = false;
  for (;;) {
    try {
      linkSync(own, path);
      rmSync(own);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = readHolder(path);
    if (holder !== undefined && !isAlive(holder)) {
      const aside = `${own}.stale`;
      try {
        renameSync(path, aside);
        // Somebody quicker may have put a living lock there meanwhile: it goes back.
        if (readHolder(aside) !== holder) linkSync(aside, path);
      } catch {
        // another one was quicker; look again
      }
      rmSync(aside, { force: true });
      continue;
    }
    if (!told) process.stdout.write(`Waiting for process ${holder} to install packages…\n`);
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
};

const readHolder = (path) => {
  try {
    return Number(readFileSync(path, "utf8")) || undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};
