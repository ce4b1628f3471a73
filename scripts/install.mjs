// Plain JavaScript without packages, since it runs before they are installed, on any Node from 20 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const marker = join(root, "node_modules", ".foyer-lock");
const windows = process.platform === "win32";
/** The Node that runs everything but this bootstrap. */
export const pinnedNode = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

/**
 * Installs the packages of the lock file, unless they are installed. Of two concurrent calls one installs and the other
 * waits.
 */
export const ensurePackages = () => {
  if (isInstalled()) return;
  const release = takeLock();
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

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

const isInstalled = () => existsSync(pinnedNode) && existsSync(marker) && readFileSync(marker, "utf8") === lockHash();

const runs = () => existsSync(pinnedNode) && spawnSync(pinnedNode, ["--version"]).status === 0;

const npm = (args) => {
  // Scripts started by npm know its path; otherwise the npm in PATH is used.
  const own = process.env.npm_execpath;
  const isNpm = own !== undefined && /npm-cli\.c?js$/.test(own);
  const result = isNpm
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
    : spawnSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell: windows });
  if (result.status !== 0) throw new Error(`npm ${args[0]} failed${result.error ? `: ${result.error.message}` : ""}.`);
};

/** Takes a lock file that contains our pid. It is created atomically by `link`; a dead process's lock is removed. */
const takeLock = () => {
  const path = join(root, ".install.lock");
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  let hasReported = false;
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
        // Another process may have taken the lock in the meantime, so it is put back.
        if (readHolder(aside) !== holder) linkSync(aside, path);
      } catch {
        // another process was faster: try again
      }
      rmSync(aside, { force: true });
      continue;
    }
    if (!hasReported) process.stdout.write(`Waiting for process ${holder} to install packages…\n`);
    hasReported = true;
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
