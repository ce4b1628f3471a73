import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PoolConfig } from "pg";
import type { Said, TestApp } from "./testApp.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

export type Doomed = { readonly origin: string; readonly gone: Promise<unknown>; readonly kill: () => void };

/** A server of its own on the same database that dies at a given point; the address it listens at. */
export const startDoomed = async (
  owner: PoolConfig,
  fault: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Doomed> => {
  const { host, port, user, password, database } = owner as Record<string, string | undefined>;
  const where = new URLSearchParams({
    host: host ?? "",
    port: String(port ?? 5432),
    user: user ?? "",
    ...(password && { password }),
  });
  const child = spawn(process.execPath, [main, "--api"], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      DEMO: "false",
      FAULT: fault,
      DATABASE_URL: `postgresql:///${database}?${where}`,
      BASE_URL: "",
      PORT: "0",
      LOG_LEVEL: "silent",
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit");
  let said = "";
  const open = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /open at (http:\/\/localhost:\d+)/.exec(said);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void gone.then(() => reject(new Error(`The server did not open: ${said}`)));
  });
  return { origin: await open, gone, kill: () => void child.kill("SIGKILL") };
};

/** Asks the doomed server over HTTP; throws when it died before it answered. */
export const over = (server: TestApp, origin: string): TestApp => {
  const ask = async (seller: string, path: string, init: RequestInit): Promise<Said> => {
    const answer = await fetch(`${origin}${path}${path.includes("?") ? "&" : "?"}_seller=${seller}`, init);
    return { status: answer.status, body: await answer.json(), headers: Object.fromEntries(answer.headers) };
  };
  const headers = { "content-type": "application/json", "x-application": "ecomm" };
  return {
    ...server,
    get: (seller, path, more = {}) => ask(seller, path, { headers: more.headers as Record<string, string> }),
    post: (seller, path, body, more = {}) =>
      ask(seller, path, {
        method: "POST",
        headers: { ...headers, ...(more.headers as Record<string, string>) },
        body: JSON.stringify(body),
      }),
  };
};
