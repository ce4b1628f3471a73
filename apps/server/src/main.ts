import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { LogOutput } from "./http/logs/logOutput.ts";
import { openServer, type OpenServer } from "./openServer.ts";
import { readSettings } from "./settings.ts";

const logOutput = new LogOutput(1);
const print = (message: string): void => logOutput.write(`${message}\n`);

const exitWithError = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

/** A signal from a terminal arrives twice, once through scripts/run.mjs: within this time it counts once. */
const sameSignalMs = 1_000;

/**
 * The first signal drains the server for some seconds, in which load balancers notice that it is not ready, and then
 * closes it. A second signal ends it at once; only an embedded database is still stopped.
 */
const closeOnSignals = (server: OpenServer, drainSeconds: number): { readonly close: () => Promise<void> } => {
  let closing: Promise<void> | undefined;
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  const close = (): Promise<void> => (closing ??= server.close());
  const drainAndClose = async (): Promise<void> => {
    server.drain();
    await sleep(drainSeconds * 1000);
    await close();
  };
  const onSignal = (): void => {
    const now = performance.now();
    const [isFirst, isRepeated] = [lastSignalAt === Number.NEGATIVE_INFINITY, now - lastSignalAt < sameSignalMs];
    lastSignalAt = now;
    if (isFirst) void drainAndClose().then(() => process.exit(0), exitWithError);
    else if (!isRepeated) void server.abandon().then(() => process.exit(1), exitWithError);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return { close };
};

const serve = async (): Promise<void> => {
  const settings = readSettings();
  const server = await openServer(settings, print, {
    isDevServer: process.argv.includes("--dev"),
    apiOnly: process.argv.includes("--api"),
    logOutput,
  });
  const closing = closeOnSignals(server, settings.DRAIN_SECONDS);

  try {
    await server.app.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    await closing.close();
    throw error;
  }
  const bound = server.app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : settings.PORT;
  print(`Database: ${server.database}`);
  // Node writes its compile cache only at exit, but a killed server should leave it to the next start too.
  flushCompileCache();
  print(`Foyer is open at ${settings.PORT === port ? settings.BASE_URL : `http://localhost:${port}`}`);
};

await serve().catch(exitWithError);
