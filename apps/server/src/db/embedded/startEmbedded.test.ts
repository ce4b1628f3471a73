import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startEmbedded } from "./startEmbedded.ts";
import { livePostmasterPid } from "./postmaster.ts";

// A machine with much else to do writes slowly; nothing may be lost, however slow it is.
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
    said: output,
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

/** The promises that were made and are not in the database. */
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

test("F34: the server is killed; the database lives on and the next server joins it", async () => {
  const server = runServer("write");
  await server.hasWritten(50);
  await server.kill("SIGKILL");
  const pid = await livePostmasterPid(folder);
  expect(pid).toBeDefined();

  const next = runServer("idle");
  await next.ready();
  expect(next.said.join()).toContain("joined");
  expect(await livePostmasterPid(folder)).toBe(pid);
  expect(await next.kill("SIGTERM")).toBe(0);
  expect(await livePostmasterPid(folder)).toBeUndefined();
  expect(await findLostRows(server.rows)).toEqual([]);
});

test("F13: the database is killed, three times; the server brings it back within 5 seconds and nothing is lost", async () => {
  const server = runServer("write");
  await server.hasWritten(50);
  for (let time = 0; time < 3; time += 1) {
    await killPostmaster();
    // The bound is the promise's own (fault F13), not a measure of speed: more rows than can still be on their way here.
    await server.hasWritten(20, 5_000);
    await server.hasWritten(50);
  }
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(server.rows.length).toBeGreaterThan(200);
  expect(await findLostRows(server.rows)).toEqual([]);
});

test("F34: server and database are killed together; the next server recovers every acknowledged row", async () => {
  const promised: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const server = runServer("write");
    await server.hasWritten(50);
    await Promise.all([killPostmaster(), server.kill("SIGKILL")]);
    promised.push(...server.rows);
  }
  expect(promised.length).toBeGreaterThan(150);
  expect(await findLostRows(promised)).toEqual([]);
});

test("F33: a second server joins; the first one leaves and the second goes on; the last one turns off the light", async () => {
  const first = runServer("write");
  await first.hasWritten(5);
  const second = runServer("write");
  await second.hasWritten(5);
  expect(second.said.join()).toContain("joined");

  expect(await first.kill("SIGTERM")).toBe(0);
  await second.hasWritten(20);
  expect(second.said.join()).not.toContain("gone");
  expect(await second.kill("SIGTERM")).toBe(0);
  expect(await livePostmasterPid(folder)).toBeUndefined();
  expect(await countStarts()).toBe(1);
});

test("F33: two servers share it when the database is killed; one brings it back, both go on", async () => {
  const servers = [runServer("write"), runServer("write")];
  await Promise.all(servers.map((server) => server.hasWritten(20)));
  await killPostmaster();
  await Promise.all(servers.map((server) => server.hasWritten(20)));
  expect(await countStarts()).toBe(2);
  expect(await findLostRows(servers.flatMap(({ rows }) => rows))).toEqual([]);
});

test(
  "F33: two servers start at once, 20 times, and there is only ever one postmaster",
  { timeout: 60_000 },
  async () => {
    for (let time = 1; time <= 20; time += 1) {
      const pair = [runServer("idle"), runServer("idle")];
      await Promise.all(pair.map((server) => server.ready()));
      expect(pair.map(({ said }) => said.join().match(/started|joined/)?.[0]).sort()).toEqual(["joined", "started"]);
      expect(await Promise.all(pair.map((server) => server.kill("SIGTERM")))).toEqual([0, 0]);
      expect(await livePostmasterPid(folder)).toBeUndefined();
      expect(await countStarts()).toBe(time);
    }
  },
);

test("a lock left by a killed postmaster whose number now belongs to another process is no obstacle", async () => {
  await (await startEmbedded(dataDir, () => {})).stop();
  await writeFile(join(folder, "postmaster.pid"), `${process.pid}\n${folder}\n1\n5432\n.\n\n\nready\n`);
  await writeFile(join(folder, ".s.PGSQL.5432.lock"), `${process.pid}\n`);
  const embedded = await startEmbedded(dataDir, () => {});
  expect(embedded.started).toBe(true);
  await embedded.stop();
});

test("a holder that lets nobody in is named, and nothing is started beside it", async () => {
  const embedded = await startEmbedded(dataDir, () => {});
  const pid = await livePostmasterPid(folder);
  if (!pid) throw new Error("no postmaster");
  process.kill(pid, "SIGSTOP");
  try {
    await expect(startEmbedded(dataDir, () => {}, 500)).rejects.toThrow(`held by process ${pid}`);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await embedded.stop();
  expect(await countStarts()).toBe(1);
});

test("a folder of another PostgreSQL version is refused", async () => {
  await (await startEmbedded(dataDir, () => {})).stop();
  await writeFile(join(folder, "PG_VERSION"), "12\n");
  await expect(startEmbedded(dataDir, () => {})).rejects.toThrow("is of PostgreSQL 12");
});

test("a data folder too deep for a socket works all the same", async () => {
  const deep = join(dataDir, "x".repeat(60), "y".repeat(60));
  const embedded = await startEmbedded(deep, () => {});
  expect(embedded.owner.host.length).toBeLessThan(90);
  await embedded.stop();
});
