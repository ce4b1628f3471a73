import { spawn } from "node:child_process";
import { once } from "node:events";
import type { PoolConfig } from "pg";
import { databaseSettings } from "../database/cloneDatabase.ts";
import type { TestResponse, TestApp } from "../app/testApp.ts";
import { bundledServer } from "./bundleServer.ts";

export type CrashingServer = { readonly origin: string; readonly exited: Promise<unknown>; readonly kill: () => void };

/** Starts a server process on the same database that dies at a crash point. */
export const startCrashingServer = async (
  owner: PoolConfig,
  fault: string,
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<CrashingServer> => {
  const { main, env } = await bundledServer();
  const child = spawn(process.execPath, [main, "--api"], {
    env: {
      ...process.env,
      ...env,
      NODE_ENV: "test",
      DEMO: "false",
      FAULT: fault,
      ...databaseSettings(owner),
      BASE_URL: "",
      PORT: "0",
      LOG_LEVEL: "silent",
      ...extraEnv,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let output = "";
  const open = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /open at (http:\/\/localhost:\d+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void exited.then(() => reject(new Error(`The server did not open: ${output}`)));
  });
  return { origin: await open, exited, kill: () => void child.kill("SIGKILL") };
};

/** Sends a request to that server; throws if it died before it replied. */
export const overHttp = (server: TestApp, origin: string): TestApp => {
  const send = async (seller: string, path: string, init: RequestInit): Promise<TestResponse> => {
    const answer = await fetch(`${origin}${path}${path.includes("?") ? "&" : "?"}_seller=${seller}`, init);
    return { status: answer.status, body: await answer.json(), headers: Object.fromEntries(answer.headers) };
  };
  const headers = { "content-type": "application/json", "x-application": "ecomm" };
  return {
    ...server,
    get: (seller, path, options = {}) => send(seller, path, { headers: options.headers as Record<string, string> }),
    post: (seller, path, body, options = {}) =>
      send(seller, path, {
        method: "POST",
        headers: { ...headers, ...(options.headers as Record<string, string>) },
        body: JSON.stringify(body),
      }),
  };
};
