import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { median, type Goal, type ResultRow } from "./resultTable.ts";

const rounds = 3;
const idleSeconds = 10;
const root = join(import.meta.dirname, "..");
const atMostGoal = (bound: number): Goal => ({ measures: "value", comparison: "at most", bound });

/**
 * Seconds from `npm start` until the server is open, and its memory when idle, compared with plain Fastify started by
 * npm in the same way. Packages are installed and the storefront is built beforehand.
 */
export const benchStart = async (): Promise<ResultRow[]> => {
  const fresh: number[] = [];
  const warm: number[] = [];
  const bare: number[] = [];
  let memory: { readonly ours: number; readonly bare: number } | undefined;
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), "foyer-bench-start-"));
    try {
      fresh.push((await measureStart(["start"], folder)).seconds);
      const isLast = round === rounds - 1;
      const again = await measureStart(["start"], folder, { measuresMemory: isLast });
      const other = await measureStart(["exec", "--", "node", join("bench", "reference/bareStart.ts")], folder, {
        measuresMemory: isLast,
      });
      warm.push(again.seconds);
      bare.push(other.seconds);
      if (isLast) memory = { ours: again.megabytes, bare: other.megabytes };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const against = "bare Fastify, started by npm";
  const row = (
    figure: string,
    unit: ResultRow["unit"],
    value: number,
    reference: number,
    bound: number,
  ): ResultRow => ({
    figure: `start: ${figure}`,
    unit,
    value,
    referenceName: against,
    reference,
    ratio: value / reference,
    goal: atMostGoal(bound),
  });
  return [
    row("to ready, fresh data folder", "s", median(fresh), median(bare), 5),
    row("to ready, warm data folder", "s", median(warm), median(bare), 2),
    row(`memory of server and database after ${idleSeconds} s`, "MB", memory?.ours ?? NaN, memory?.bare ?? NaN, 300),
  ];
};

type StartResult = { readonly seconds: number; readonly megabytes: number };

const measureStart = async (
  args: readonly string[],
  folder: string,
  { measuresMemory = false } = {},
): Promise<StartResult> => {
  const startedAt = performance.now();
  // A separate process group, since npm does not forward signals: the whole group is stopped.
  const npm = spawn("npm", args, {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      npm_config_update_notifier: "false",
      npm_config_loglevel: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await readyLine(npm);
    const seconds = (performance.now() - startedAt) / 1000;
    if (!measuresMemory) return { seconds, megabytes: NaN };
    await wait(idleSeconds * 1000);
    return { seconds, megabytes: await megabytesOf(npm.pid ?? NaN) };
  } finally {
    await stop(npm);
  }
};

const readyLine = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/open at http\S+/.test(output)) resolve();
    });
    child.once("exit", () => reject(new Error(`It did not start: ${output}`)));
  });

const stop = async (npm: ChildProcess): Promise<void> => {
  if (npm.exitCode !== null || npm.pid === undefined) return;
  const processes = await descendants(npm.pid);
  process.kill(-npm.pid, "SIGTERM");
  await once(npm, "close");
  let left: readonly ProcessInfo[] = processes;
  for (let tries = 0; tries < 100; tries++) {
    const alive = await listProcesses();
    left = processes.filter(({ pid }) => alive.some((one) => one.pid === pid));
    if (left.length === 0) return;
    await wait(100);
  }
  throw new Error(`These did not stop: ${left.map(({ command }) => command).join("; ")}`);
};

type ProcessInfo = { readonly pid: number; readonly parent: number; readonly command: string };

const listProcesses = async (): Promise<ProcessInfo[]> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${pid}/stat`, "utf8"),
        readFile(`/proc/${pid}/cmdline`, "utf8"),
      ]).catch(() => ["", ""] as const);
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state && state !== "Z"
        ? { pid: Number(pid), parent: Number(parent), command: command.replaceAll("\0", " ") }
        : undefined;
    }),
  );
  return found.filter((one) => one !== undefined);
};

const descendants = async (pid: number): Promise<ProcessInfo[]> => {
  const all = await listProcesses();
  const below = (parent: number): ProcessInfo[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
};

/** Memory of server and database without npm and its shells. Shared pages are divided among the processes (PSS). */
const megabytesOf = async (npm: number): Promise<number> => {
  const launchers = /^(?:npm |sh |\/bin\/sh |\S*node scripts\/run\.mjs)/;
  const measured = (await descendants(npm)).filter(({ command }) => !launchers.test(command));
  const sizes = await Promise.all(
    measured.map(async ({ pid }) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};
