import { Pool } from "pg";
import { buildApp } from "./app.ts";
import { migrate } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { readSettings } from "./settings.ts";

const say = (message: string): void => void process.stdout.write(`${message}\n`);

const serve = async (): Promise<void> => {
  const settings = readSettings();
  const database = await openDatabase(settings, say);
  const pool = new Pool(database.app);
  pool.on("error", () => {}); // an idle connection that is cut is replaced at the next question

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      await app?.close();
      await pool.end();
      await database.stop();
    })());
  let app: Awaited<ReturnType<typeof buildApp>> | undefined;

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void close().then(() => process.exit(0), refuse));

  try {
    await migrate(database.owner);
    app = await buildApp({ settings, pool });
    await app.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    await close();
    throw error;
  }
  const bound = app.server.address();
  const port = typeof bound === "object" && bound ? bound.port : settings.PORT;
  say(`Database: ${database.description}`);
  say(`Foyer is open at ${settings.PORT === port ? settings.BASE_URL : `http://localhost:${port}`}`);
};

const refuse = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

await serve().catch(refuse);
