import { spawn } from "node:child_process";
import { once } from "node:events";
import type { PoolConfig } from "pg";
import { databaseSettings } from "../database/cloneDatabase.ts";
import { bundledServer } from "./bundleServer.ts";

/** Runs `foyer` in a separate process that dies at a crash point. Throws if it ends in another way. */
export const crashCommand = async (owner: PoolConfig, fault: string, args: readonly string[]): Promise<void> => {
  const { command, env } = await bundledServer();
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...env, NODE_ENV: "test", FAULT: fault, ...databaseSettings(owner), BASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The command ended with ${String(code)}: ${output}`);
};
