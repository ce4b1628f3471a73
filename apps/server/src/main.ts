import { flushCompileCache } from "node:module";
import { LogOutput } from "./http/logs/logOutput.ts";
import { openServer } from "./openServer.ts";
import { readSettings } from "./settings.ts";

const logOutput = new LogOutput(1);
const print = (message: string): void => logOutput.write(`${message}\n`);

const exitWithError = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const serve = async (): Promise<void> => {
  const settings = readSettings();
  const server = await openServer(settings, print, {
    isDevServer: process.argv.includes("--dev"),
    apiOnly: process.argv.includes("--api"),
    logOutput,
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= server.close());
  // A terminal's signal arrives twice, once through scripts/run.mjs: the second must not end us before the database stops.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void close().then(() => process.exit(0), exitWithError));

  try {
    await server.app.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    await close();
    throw error;
  }
  const bound = server.app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : settings.PORT;
  print(`Database: ${server.database}`);
  // Node writes its compile cache at exit only; a killed server should leave it to the next start too.
  flushCompileCache();
  print(`Foyer is open at ${settings.PORT === port ? settings.BASE_URL : `http://localhost:${port}`}`);
};

await serve().catch(exitWithError);
