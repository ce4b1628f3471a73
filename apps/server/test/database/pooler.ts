import { spawn, type ChildProcess } from "node:child_process";
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type PoolConfig } from "pg";
import { appLoginStatements } from "../../src/db/appLogin.ts";
import type { ConnectionsConfig } from "../../src/db/connections.ts";
import { changeOwner, systemAccountFor } from "../../src/db/embedded/systemAccount.ts";

/** A login that the pooler knows. */
export type PooledLogin = { readonly user: string; readonly password: string };

export type Pooler = { readonly config: (database: string) => ConnectionsConfig; stop(): Promise<void> };

const program = process.env["PGBOUNCER"] ?? "/usr/sbin/pgbouncer";

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
};

/** Creates the app's login in an embedded cluster below `folder`, and lets it in through the socket. */
export const createAppLogin = async (owner: PoolConfig, folder: string, login: PooledLogin): Promise<void> => {
  const client = new Client(owner);
  await client.connect();
  for (const statement of appLoginStatements(login.user, login.password)) await client.query(statement);
  // Lets tests end its sessions.
  await client.query(`grant ${login.user} to ${owner.user}`);
  await client.end();
  const data = join(folder, "postgres");
  await appendFile(join(data, "pg_hba.conf"), `local all ${login.user} scram-sha-256\n`);
  const [pid] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGHUP");
  // The pooler runs as another user of the machine.
  await chmod(folder, 0o711);
};

/**
 * Starts PgBouncer in front of a PostgreSQL that listens on a socket in `host`. `settings` are lines added to its
 * required configuration.
 */
export const startPooler = async (
  host: string,
  login: PooledLogin,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pooler> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-pooler-"));
  const port = await freePort();
  const lines = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "plain",
    auth_file: join(folder, "users.txt"),
    logfile: join(folder, "pgbouncer.log"),
    pool_mode: "transaction",
    default_pool_size: "20",
    // Each test has a database of its own, and the cluster a hundred connections.
    server_idle_timeout: "1",
    max_client_conn: "1000",
    ...settings,
  };
  await writeFile(join(folder, "users.txt"), `"${login.user}" "${login.password}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${host}`,
      "[pgbouncer]",
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      "",
    ].join("\n"),
  );
  const account = await systemAccountFor(folder);
  await changeOwner(account, folder);
  const child = spawn(program, [join(folder, "pgbouncer.ini")], { stdio: ["ignore", "ignore", "pipe"], ...account });
  await untilListening(child, port);
  return {
    config: (database) => ({ host: "127.0.0.1", port, ...login, database, isPooled: true }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const untilListening = async (child: ChildProcess, port: number): Promise<void> => {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const failed = new Promise<never>((_, reject) => {
    child.once("error", (error) => reject(new Error(`PgBouncer is needed: apt install pgbouncer (${error.message})`)));
    child.once("exit", (code) => reject(new Error(`PgBouncer ended with ${code}: ${output}`)));
  });
  failed.catch(() => undefined);
  for (;;) {
    const client = new Client({ host: "127.0.0.1", port, user: "pgbouncer", database: "pgbouncer" });
    client.on("error", () => undefined);
    const answer = await Promise.race([client.connect().catch((error: unknown) => error), failed]);
    await client.end().catch(() => undefined);
    // It listens once it replies that it does not know this login.
    if (!(answer instanceof Error && "code" in answer && answer.code === "ECONNREFUSED")) return;
    await sleep(20);
  }
};
