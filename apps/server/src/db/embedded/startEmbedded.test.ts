import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeatsToday } from "../../../../../scripts/sampling.ts";
import { startEmbedded } from "./startEmbedded.ts";
import { livePostmasterPid } from "./postmaster.ts";

// Writing is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let dataDir: string;
let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), "foyer-db-")));
  folder = join(dataDir, "postgres");
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  const pid = await livePostmasterPid(folder);
  if (pid) process.kill(pid, "SIGQUIT");
  await vi.waitFor(async () => {
    if (await livePostmasterPid(folder)) throw new Error("the postmaster is still there");
  });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

const runServer = (task: "write" | "idle") => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../../test/database/embeddedServer.ts"), dataDir, task],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  children.push(child);
  const rows: string[] = [];
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) =>
      (line.startsWith("row ") ? rows : output).push(line.replace("row ", "")),
    );
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    rows,
    output: output,
    gone: exited,
    kill: (signal: NodeJS.Signals) => (child.kill(signal), exited),
    ready: () => vi.waitFor(() => expect(output.join("\n")).toContain("ready"), { timeout: 60_000 }),
    hasWritten: (more: number, timeout = 60_000) => {
      const goal = rows.length + more;
      return vi.waitFor(() => expect(rows.length).toBeGreaterThan(goal), { timeout, interval: 5 });
    },
  };
};

const killPostmaster = async (): Promise<void> => {
  const pid = await livePostmasterPid(folder);
  if (!pid) throw new Error("no postmaster to kill");
  process.kill(pid, "SIGKILL");
};

const countStarts = async (): Promise<number> =>
  (await readFile(join(dataDir, "postgres.log"), "utf8")).split("starting PostgreSQL").length - 1;

/** Acknowledged rows that are missing in the database. */
const findLostRows = async (acknowledged: readonly string[]): Promise<string[]> => {
  const embedded = await startEmbedded(dataDir, () => {});
  const client = new Client(embedded.owner);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from promise");
  await client.end();
  await embedded.stop();
  const stored = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !stored.has(id));
};

test("a database whose server was killed keeps running, and the next server joins it", async () => {
  const server = runServer("write");
  await server.hasWritten(50);
  await server.kill("SIGKILL");
  const pid = await livePostmasterPid(folder);
  expect(pid).toBeDefined();

  const next = runServer("idle");
  await next.ready();
  expect(next.output.join()).toContain("joined");
  expect(await livePostmasterPid(folder)).toBe(pid);
  expect(await next.kill("SIGTERM")).toBe(0);
  expect(await livePostmasterPid(folder)).toBeUndefined();
  expect(await findLostRows(server.rows)).toEqual([]);
});

test("a killed database is restarted within 5 seconds without losing a row, three times", async () => {
  const server = runServer("write");
  await server.hasWritten(50);
  for (let time = 0; time < 3; time += 1) {
    await killPostmaster();
    // The limit of 5 seconds is a requirement, not a measurement. 200 rows are more than can have been in flight when it was killed.
    await server.hasWritten(20, 5_000);
    await server.hasWritten(50);
  }
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(server.rows.length).toBeGreaterThan(200);
  expect(await findLostRows(server.rows)).toEqual([]);
});

test("when server and database are killed together, the next server recovers every acknowledged row", async () => {
  const acknowledged: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const server = runServer("write");
    await server.hasWritten(50);
    await Promise.all([killPostmaster(), server.kill("SIGKILL")]);
    acknowledged.push(...server.rows);
  }
  expect(acknowledged.length).toBeGreaterThan(150);
  expect(await findLostRows(acknowledged)).toEqual([]);
});

test("two servers share a database, and the last one to leave stops it", async () => {
  const first = runServer("write");
  await first.hasWritten(5);
  const second = runServer("write");
  await second.hasWritten(5);
  expect(second.output.join()).toContain("joined");

  expect(await first.kill("SIGTERM")).toBe(0);
  await second.hasWritten(20);
  expect(second.output.join()).not.toContain("stopped");
  expect(await second.kill("SIGTERM")).toBe(0);
  expect(await livePostmasterPid(folder)).toBeUndefined();
  expect(await countStarts()).toBe(1);
});

test("when a shared database is killed, one of the servers restarts it and both continue", async () => {
  const servers = [runServer("write"), runServer("write")];
  await Promise.all(servers.map((server) => server.hasWritten(20)));
  await killPostmaster();
  await Promise.all(servers.map((server) => server.hasWritten(20)));
  expect(await countStarts()).toBe(2);
  expect(await findLostRows(servers.flatMap(({ rows }) => rows))).toEqual([]);
});

const starts = repeatsToday({ daily: 5, all: 20 });
test(`two servers that start at once share one postmaster, ${starts} times`, { timeout: 60_000 }, async () => {
  for (let time = 1; time <= starts; time += 1) {
    const pair = [runServer("idle"), runServer("idle")];
    await Promise.all(pair.map((server) => server.ready()));
    expect(pair.map(({ output }) => output.join().match(/started|joined/)?.[0]).sort()).toEqual(["joined", "started"]);
    expect(await Promise.all(pair.map((server) => server.kill("SIGTERM")))).toEqual([0, 0]);
    expect(await livePostmasterPid(folder)).toBeUndefined();
    expect(await countStarts()).toBe(time);
  }
});

test("a stale lock file with the pid of another process does not prevent a start", async () => {
  await (await startEmbedded(dataDir, () => {})).stop();
  await writeFile(join(folder, "postmaster.pid"), `${process.pid}\n${folder}\n1\n5432\n.\n\n\nready\n`);
  await writeFile(join(folder, ".s.PGSQL.5432.lock"), `${process.pid}\n`);
  const embedded = await startEmbedded(dataDir, () => {});
  expect(embedded.started).toBe(true);
  await embedded.stop();
});

test("names a process that holds the folder and refuses connections, and starts no second one", async () => {
  const embedded = await startEmbedded(dataDir, () => {});
  const pid = await livePostmasterPid(folder);
  if (!pid) throw new Error("no postmaster");
  process.kill(pid, "SIGSTOP");
  try {
    await expect(startEmbedded(dataDir, () => {}, 500)).rejects.toThrow(`used by process ${pid}`);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await embedded.stop();
  expect(await countStarts()).toBe(1);
});

test("refuses a folder of another PostgreSQL version", async () => {
  await (await startEmbedded(dataDir, () => {})).stop();
  await writeFile(join(folder, "PG_VERSION"), "12\n");
  await expect(startEmbedded(dataDir, () => {})).rejects.toThrow("is of PostgreSQL 12");
});

test("works in a data folder whose path is too long for a socket", async () => {
  const deep = join(dataDir, "x".repeat(60), "y".repeat(60));
  const embedded = await startEmbedded(deep, () => {});
  expect(embedded.owner.host.length).toBeLessThan(90);
  await embedded.stop();
});
