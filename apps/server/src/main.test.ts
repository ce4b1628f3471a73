import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("stops its database before it exits, even if the signal is repeated", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-main-"));
  const server = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), "--api"], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      NODE_ENV: "test",
      PORT: "0",
      DATA_DIR: folder,
      // Irrelevant to this test, and ten seconds of work.
      DEMO: "false",
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    let output = "";
    for await (const chunk of server.stdout) if (/open at http/.test((output += String(chunk)))) break;
    const ended = once(server, "exit");
    const again = setInterval(() => server.kill("SIGTERM"), 5);
    const [code, signal] = await ended;
    clearInterval(again);
    expect([code, signal]).toEqual([0, null]);
    await expect(access(join(folder, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
  } finally {
    server.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
});
