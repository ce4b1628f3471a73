import { spawn } from "node:child_process";
import { link, open, readFile, readdir, readlink, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { errorCode } from "../../errors/errorCode.ts";
import { spawnInside } from "./systemAccount.ts";
import { findBinaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";

/** Passed on the command line, so that no file in the data folder can override them. */
const fixedSettings = [
  ["fsync", "on"],
  ["synchronous_commit", "on"],
  ["full_page_writes", "on"],
  ["listen_addresses", ""],
  ["unix_socket_directories", "."],
  ["unix_socket_permissions", "0700"],
  ["port", "5432"],
] as const;

/** How long a start may take before it counts as failed. */
export const startTimeoutMs = 30_000;
const lockFile = "postmaster.pid";
const socketLockFile = ".s.PGSQL.5432.lock";
const maxLogBytes = 10_000_000;

/** Connects to the cluster, and starts it if it is not running. PostgreSQL's own lock file prevents a second start. */
export const connectOrStart = async (
  cluster: Cluster,
  name: string,
  timeoutMs = startTimeoutMs,
): Promise<{ client: Client; started: boolean }> => {
  let deadline = Date.now() + timeoutMs;
  let started = false;
  let orphansSeenAt: number | undefined;
  let reason = "it does not respond";
  while (Date.now() < deadline) {
    const answer = await tryConnect(cluster, name, Math.min(timeoutMs, 5_000));
    if (answer instanceof Client) return { client: answer, started };
    if (answer === "silent" && !(await livePostmasterPid(cluster.folder))) {
      await removeStaleLocks(cluster.folder);
      const failure = await launchPostmaster(cluster);
      if (!failure) {
        started = true;
        continue;
      }
      reason = failure;
      if (!/already exists|is empty|still in use/i.test(failure)) break;
      started = false;
      // Backends that outlive a killed postmaster exit by themselves; any that remain after a second are killed.
      orphansSeenAt ??= Date.now();
      if (Date.now() - orphansSeenAt > 1_000) await killOrphans(cluster.folder);
    }
    // Recovery after a crash may take long, so it extends the deadline; nothing else does.
    if (answer === "starting") deadline = Date.now() + timeoutMs;
    await sleep(answer === "silent" ? 50 : 20);
  }
  const pid = await livePostmasterPid(cluster.folder);
  throw new Error(
    pid
      ? `The database folder ${cluster.folder} is used by process ${pid}, which refuses connections (${reason}). Stop that process, or set DATA_DIR to another folder.`
      : `The embedded PostgreSQL in ${cluster.folder} could not be started: ${reason}`,
  );
};

/** A connected client; `starting` while PostgreSQL starts, recovers or stops; `silent` if nothing listens. */
const tryConnect = async (
  cluster: Cluster,
  name: string,
  timeout: number,
): Promise<Client | "starting" | "rejecting" | "silent"> => {
  const client = new Client({ ...cluster.owner, application_name: name, connectionTimeoutMillis: timeout });
  // A broken connection also emits "end", which the caller listens to.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ECONNREFUSED") return "silent";
    if (code === "28P01" || code === "28000" || code === "EACCES") throw error;
    return code === "57P03" ? "starting" : "rejecting";
  }
};

/** Starts the postmaster in its own session, so that Ctrl-C reaches us first. Returns its output if it failed. */
const launchPostmaster = async (cluster: Cluster): Promise<string | undefined> => {
  const bin = await findBinaries(cluster.account);
  const { name, options } = spawnInside(cluster.folder, cluster.account);
  const log = await openLog(join(dirname(cluster.folder), "postgres.log"));
  const from = (await log.stat()).size;
  const settings = fixedSettings.flatMap(([setting, value]) => ["-c", `${setting}=${value}`]);
  const child = spawn(join(bin, "postgres"), ["-D", name, ...settings], {
    ...options,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  });
  child.unref();
  let failure: string | undefined;
  child.once("error", (error) => (failure = error.message));
  child.once("exit", (code, signal) => (failure = `it exited with ${signal ?? `code ${code}`}`));
  try {
    const deadline = Date.now() + startTimeoutMs;
    while (!failure && !(await isListening(cluster.folder, child.pid)) && Date.now() < deadline) await sleep(5);
    if (!failure) return undefined;
    const output = Buffer.alloc(4_000);
    const { bytesRead } = await log.read(output, 0, output.length, from);
    return output.toString("utf8", 0, bytesRead).trim() || failure;
  } finally {
    await log.close();
  }
};

/** PostgreSQL writes its pid file first and its socket next; once both exist, a connection shows its state. */
const isListening = async (folder: string, pid: number | undefined): Promise<boolean> =>
  pid !== undefined &&
  (await lockHolder(join(folder, lockFile))) === pid &&
  (await stat(join(folder, ".s.PGSQL.5432")).catch(() => undefined)) !== undefined;

const openLog = async (path: string) => {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > maxLogBytes) await rename(path, `${path}.1`);
  return open(path, "a+", 0o600);
};

/** The pid in the first line of a lock file. */
const lockHolder = async (path: string): Promise<number | undefined> => {
  const pid = Number((await readFile(path, "utf8").catch(() => "")).split("\n")[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
};

/** The pid of the live postmaster of this folder. A zombie or a recycled pid does not count. */
export const livePostmasterPid = async (folder: string): Promise<number | undefined> => {
  const pid = await lockHolder(join(folder, lockFile));
  return pid !== undefined && isAlive(pid) && (await runsInFolder(pid, folder)) ? pid : undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

const runsInFolder = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== "linux") return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch (error) {
    // The working folder of another user's process is not readable, so the lock file is trusted. A zombie has none.
    return errorCode(error) === "EACCES";
  }
};

/** PostgreSQL respects a lock file whose pid is now a zombie or another process, as after a container's restart; this removes it. */
const removeStaleLocks = async (folder: string): Promise<void> => {
  for (const file of [lockFile, socketLockFile]) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const pid = await lockHolder(path);
    // An empty lock file belongs to a start that has just begun, or to one that was killed right then.
    if (pid === undefined ? Date.now() - found.mtimeMs > 3_000 : isAlive(pid) && !(await runsInFolder(pid, folder)))
      await removeLock(path, pid);
  }
};

/** Removes a lock file, and restores it if another start has replaced it in the meantime. */
const removeLock = async (path: string, stalePid: number | undefined): Promise<void> => {
  const movedPath = `${path}.${process.pid}`;
  await rename(path, movedPath).catch(() => {});
  if ((await lockHolder(movedPath)) !== stalePid) await link(movedPath, path).catch(() => {});
  await rm(movedPath, { force: true });
};

const killOrphans = async (folder: string): Promise<void> => {
  if (process.platform !== "linux" || (await livePostmasterPid(folder))) return;
  for (const name of await readdir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const program = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (program.trim() === "postgres" && (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === folder)
      tryKill(pid, "SIGKILL");
  }
};

const tryKill = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
};

/** Fast shutdown: rolls back open transactions and writes everything else. Waits until the lock file is removed. */
export const stopPostmaster = async (folder: string): Promise<void> => {
  const pid = await livePostmasterPid(folder);
  if (!pid || !tryKill(pid, "SIGINT")) return;
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && (await livePostmasterPid(folder)) === pid) await sleep(10);
};
