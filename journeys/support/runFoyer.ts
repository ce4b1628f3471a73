import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { workerShop } from "./workerShop.ts";

const { dataDir } = workerShop();

/** Runs a command of the `foyer` CLI with standard input and returns its output. */
export const runFoyer = async (args: readonly string[], input = ""): Promise<string> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../apps/server/src/cli/foyer.ts"), ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(String(part)));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`foyer ${args.join(" ")} ended with ${code}: ${output.join("")}`);
  return output.join("");
};
