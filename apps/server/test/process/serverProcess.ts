import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PoolConfig } from "pg";
import { databaseSettings } from "../database/cloneDatabase.ts";
import { bundledServer } from "./bundleServer.ts";

export type ServerProcess = {
  readonly port: number;
  readonly child: ChildProcess;
  /** Its exit code and signal. */
  readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>;
};

type Options = {
  readonly env?: Readonly<Record<string, string>>;
  /** The checkout whose server is started from its sources; without it, this one. */
  readonly root?: string;
  readonly withPages?: boolean;
};

const thisRoot = join(import.meta.dirname, "../../../..");

/** Starts a server process on a database and waits until it listens. */
export const startServerProcess = async (
  database: Pick<PoolConfig, "database">,
  { env = {}, root = thisRoot, withPages = false }: Options = {},
): Promise<ServerProcess> => {
  const isHere = root === thisRoot && !withPages;
  const bundle = isHere ? await bundledServer() : undefined;
  const main = bundle?.main ?? join(root, "apps/server/src/main.ts");
  const child = spawn(process.execPath, withPages ? [main] : [main, "--api"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      NODE_ENV: "test",
      DEMO: "false",
      PORT: "0",
      LOG_LEVEL: "silent",
      ...bundle?.env,
      ...databaseSettings(database),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit") as Promise<unknown> as ServerProcess["exited"];
  let output = "";
  const listening = new Promise<number>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, port] = /open at http:\/\/localhost:(\d+)/.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void exited.then(() => reject(new Error(`The server did not open: ${output}`)));
  });
  return { port: await listening, child, exited };
};
