import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";
import { folderInMemory } from "../../apps/server/test/database/folderInMemory.ts";

/** The running product for one worker. */
export type RunningShop = {
  readonly origin: string;
  readonly dataDir: string;
  /** The server expects Stripe at this address; a test that needs it starts the double there. */
  readonly stripePort: number;
  /** The server verifies providers' captchas at this address. */
  readonly captchaPort: number;
};

declare module "vitest" {
  export interface ProvidedContext {
    /** One for each worker; see `workerShop.ts`. */
    shops: readonly RunningShop[];
  }
}

/** `npm run journeys` builds it, as it builds the pages. */
const main = join(import.meta.dirname, "../../apps/server/dist/main.js");
const startTimeoutMs = 120_000;

const servers: ChildProcess[] = [];
let folder: string | undefined;
const logLines: string[] = [];
let isTearingDown = false;

/** Vitest's global setup: starts a server process with the demo sellers in a new database for each worker. */
export const setup = async (project: TestProject): Promise<void> => {
  folder = await mkdtemp(join(folderInMemory(), "foyer-journeys-"));
  const workers = project.vitest.config.maxWorkers;
  if (typeof workers !== "number") throw new Error("vitest.config.ts says how many journeys are walked at once");
  const ours = folder;
  project.provide(
    "shops",
    await Promise.all(Array.from({ length: workers }, (_, worker) => openShop(join(ours, `${worker + 1}`)))),
  );
};

const openShop = async (dataDir: string): Promise<RunningShop> => {
  const [port, stripePort, captchaPort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "development",
      PORT: String(port),
      BASE_URL: origin,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      LOG_LEVEL: "warn",
      STRIPE_URL: `http://127.0.0.1:${stripePort}`,
      CAPTCHA_URL: `http://127.0.0.1:${captchaPort}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  servers.push(child);
  await waitUntilOpen(child);
  child.once("exit", (code, signal) => {
    if (!isTearingDown) logLines.push(`the server ended by itself: ${signal ?? code}`);
  });
  return { origin, dataDir, stripePort, captchaPort };
};

/** A test may pass although the server has logged warnings or errors. */
export const teardown = async (): Promise<void> => {
  isTearingDown = true;
  await Promise.all(servers.map(close));
  if (folder) await rm(folder, { recursive: true, force: true });
  if (logLines.length > 0) throw new Error(`The server complained during the journeys:\n${logLines.join("\n")}`);
};

const close = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  const last = setTimeout(() => server.kill("SIGKILL"), 40_000);
  await exited;
  clearTimeout(last);
};

/**
 * Expected log lines: reports of blocked content, which a test causes on purpose, and errors about the Stripe double,
 * which stops with its tests while payments may still be open.
 */
const isExpected = (line: string): boolean =>
  line.includes('"csp_violation"') || (line.includes('"payments not settled yet"') && line.includes('"seller":"pier"'));

const waitUntilOpen = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const output: string[] = [];
    const giveUp = (why: string) => reject(new Error(`The server ${why}. It said:\n${output.join("\n")}`));
    const timer = setTimeout(() => giveUp("is not open yet"), startTimeoutMs);
    const onLine = (line: string) => {
      output.push(line);
      if (line.startsWith("{") && !isExpected(line)) logLines.push(line);
      if (!line.startsWith("Foyer is open")) return;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on("line", onLine);
    child.once("exit", (code) => giveUp(`ended with ${code}`));
  });

/** Finds a free port before the server starts, since its settings contain the URL. */
const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
};
