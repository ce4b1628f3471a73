import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ourShop } from "./ourShop.ts";

const { dataDir } = ourShop();

/** As an operator works: a command, what it reads and what it says. */
export const foyer = async (args: readonly string[], input = ""): Promise<string> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../apps/server/src/cli/foyer.ts"), ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(String(part)));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`foyer ${args.join(" ")} ended with ${code}: ${said.join("")}`);
  return said.join("");
};
