import { execFile, spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serverFile, serverFlags } from "../serverFlags.mjs";
import { exists, read, root, unknownNames } from "./deployFiles.ts";

const run = promisify(execFile);
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const hasSystemd = has("systemd-analyze");
const hasCaddy = has("caddy");
const unit = read("deploy/systemd/foyer@.service");

test("the unit and its example set settings that exist, and start what npm starts", () => {
  const [, inUnit = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const names = [...inUnit.matchAll(/(\w+)=/g), ...read("deploy/systemd/environment.example").matchAll(/^(\w+)=/gm)];
  expect(names.length).toBeGreaterThan(8);
  expect(unknownNames(names.map(([, name = ""]) => name))).toEqual([]);
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [program, ...flags] = command.split(" ");
  const file = flags.pop() ?? "";
  expect([program, file]).toEqual(["/srv/foyer/node_modules/node/bin/node", serverFile]);
  expect(flags).toEqual(serverFlags);
  for (const [, page = ""] of unit.matchAll(/file:\/\/\/srv\/foyer\/(\S+)/g))
    expect([page, exists(page)]).toEqual([page, true]);
});

test("a server has more time to exit than draining and its requests take", () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  const [, drain] = /^DRAIN_SECONDS=(\d+)$/m.exec(read("deploy/systemd/environment.example")) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(Number(drain) + 40);
});

test.skipIf(!hasSystemd)("systemd accepts the units and finds them closed off (needs systemd-analyze)", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-units-"));
  try {
    await cp(join(root, "deploy/systemd"), folder, { recursive: true });
    // systemd checks that the program exists where it will be installed.
    const path = join(folder, "foyer@.service");
    await writeFile(path, (await readFile(path, "utf8")).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const verified = await run("systemd-analyze", ["verify", "--man=no", path, join(folder, "foyer.target")]);
    expect(verified.stderr).toBe("");
    // The threshold is from 0 to 100, ten times the printed exposure; above it the command fails.
    await run("systemd-analyze", ["security", "--offline=true", "--threshold=15", path]);
    await writeFile(path, `${await readFile(path, "utf8")}\n[Service]\nProtectSistem=strict\n`);
    const misspelt = await run("systemd-analyze", ["verify", "--man=no", path]).catch((error: unknown) => error);
    expect(misspelt).toMatchObject({ stderr: expect.stringContaining("ProtectSistem") });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(!hasCaddy)("Caddy accepts the proxy's file (needs caddy)", async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    SITE: "https://tickets.example.org",
    SERVERS: "server-1:3000 server-2:3000",
  };
  const args = ["--config", join(root, "deploy/caddy/Caddyfile"), "--adapter", "caddyfile"];
  const { stdout, stderr } = await run("caddy", ["validate", ...args], { env });
  expect(`${stdout}${stderr}`).toContain("Valid configuration");
});

test("every script is one that a POSIX shell reads", async () => {
  for (const script of ["backup/archive-wal", "backup/restore", "backup/restore-test", "systemd/restart-one-by-one"])
    await run("sh", ["-n", join(root, `deploy/${script}.sh`)]);
});
