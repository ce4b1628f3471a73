import { spawn } from "node:child_process";
import { link, open, readFile, readdir, readlink, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { spawnInside } from "./systemAccount.ts";
import { findBinaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";

/** Fixed on the command line, so that no file in the data folder can loosen them. */
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

/** A connection to the running cluster; it is started when nobody has. Never starts a second one: PostgreSQL's own lock file decides. */
export const connectOrStart = async (
  cluster: Cluster,
  name: string,
  timeoutMs = startTimeoutMs,
): Promise<{ client: Client; started: boolean }> => {
  let deadline = Date.now() + timeoutMs;
  let started = false;
  let orphansSeenAt: number | undefined;
  let reason = "it does not answer";
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
      // Backends that outlived a killed postmaster leave by themselves; those that do not are shown out.
      orphansSeenAt ??= Date.now();
      if (Date.now() - orphansSeenAt > 1_000) await killOrphans(cluster.folder);
    }
    // Recovery after a crash may take its time, and says so; everything else has to be quick.
    if (answer === "starting") deadline = Date.now() + timeoutMs;
    await sleep(answer === "silent" ? 50 : 20);
  }
  const pid = await livePostmasterPid(cluster.folder);
  throw new Error(
    pid
      ? `The database folder ${cluster.folder} is held by process ${pid}, which does not let us in (${reason}). Stop that process, or set DATA_DIR to another folder.`
      : `The embedded PostgreSQL in ${cluster.folder} does not start: ${reason}`,
  );
};

/** A client when the door opens, `starting` while it starts, recovers or stops, `silent` when nobody listens. */
const tryConnect = async (
  cluster: Cluster,
  name: string,
  timeout: number,
): Promise<Client | "starting" | "rejecting" | "silent"> => {
  const client = new Client({ ...cluster.owner, application_name: name, connectionTimeoutMillis: timeout });
  client.on("error", () => {}); // a cut connection also ends, and that is what its owner listens to
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ECONNREFUSED") return "silent";
    if (code === "28P01" || code === "28000" || code === "EACCES") throw error;
    return code === "57P03" ? "starting" : "rejecting";
  }
};

/** Starts the postmaster in a session of its own, so that a Ctrl-C reaches it through us and in order. Says why it ended, if it did. */
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
  child.once("exit", (code, signal) => (failure = `it ended with ${signal ?? `code ${code}`}`));
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

/** PostgreSQL writes its pid first and its socket next; from then on knocking tells more than waiting. */
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

/** The pid of the postmaster that holds this folder, if it lives. A recycled pid is not it, and neither is a zombie. */
export const livePostmasterPid = async (folder: string): Promise<number | undefined> => {
  const pid = await lockHolder(join(folder, lockFile));
  return pid !== undefined && isAlive(pid) && (await runsInFolder(pid, folder)) ? pid : undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

const runsInFolder = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== "linux") return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch (error) {
    // Another user's process hides its folder; believe the lock. A zombie has none.
    return error instanceof Error && "code" in error && error.code === "EACCES";
  }
};

/** PostgreSQL would respect a lock whose pid is now a zombie or somebody else, as happens in a container that starts anew. */
const removeStaleLocks = async (folder: string): Promise<void> => {
  for (const file of [lockFile, socketLockFile]) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const pid = await lockHolder(path);
    // An empty lock is another start in its first instant, or the rest of one that was killed there.
    if (pid === undefined ? Date.now() - found.mtimeMs > 3_000 : isAlive(pid) && !(await runsInFolder(pid, folder)))
      await removeLock(path, pid);
  }
};

/** Another start may have put its own lock here meanwhile; that one is put back. */
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

/** Fast shutdown: open transactions roll back, all else is written. Waits until the lock file is gone. */
export const stopPostmaster = async (folder: string): Promise<void> => {
  const pid = await livePostmasterPid(folder);
  if (!pid || !tryKill(pid, "SIGINT")) return;
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && (await livePostmasterPid(folder)) === pid) await sleep(10);
};
