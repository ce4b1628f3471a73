import { flushCompileCache } from "node:module";
import { openServer } from "./openServer.ts";
import { readSettings } from "./settings.ts";

const print = (message: string): void => void process.stdout.write(`${message}\n`);

const exitWithError = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const serve = async (): Promise<void> => {
  const settings = readSettings();
  const server = await openServer(settings, print, {
    changing: process.argv.includes("--dev"),
    api: process.argv.includes("--api"),
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= server.close());
  // At a terminal a signal comes twice, once through scripts/run.mjs: the second must not end us before the database is stopped.
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
  // Whoever is killed leaves what was read to the next start too.
  flushCompileCache();
  print(`Foyer is open at ${settings.PORT === port ? settings.BASE_URL : `http://localhost:${port}`}`);
};

await serve().catch(exitWithError);
