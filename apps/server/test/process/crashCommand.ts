import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PoolConfig } from "pg";
import { databaseSettings } from "../database/cloneDatabase.ts";

const command = fileURLToPath(new URL("../../src/cli/foyer.ts", import.meta.url));
const armed = new URL("armCrash.ts", import.meta.url).href;

/** Runs `foyer` in a process of its own that dies at a crash point. Throws where it ends in another way. */
export const crashCommand = async (owner: PoolConfig, fault: string, args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, ["--import", armed, command, ...args], {
    env: { ...process.env, NODE_ENV: "test", FAULT: fault, ...databaseSettings(owner), BASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The command ended with ${String(code)}: ${output}`);
};
