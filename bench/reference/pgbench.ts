import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PoolConfig } from "pg";

const run = promisify(execFile);

/** Finds pgbench where packages install it, newest version first; undefined if there is none. */
export const findPgbench = async (): Promise<string | undefined> => {
  const installFolder = "/usr/lib/postgresql";
  const versions = await readdir(installFolder).catch(() => []);
  const candidates = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(installFolder, version, "bin/pgbench"));
  for (const candidate of ["pgbench", ...candidates])
    if (
      await run(candidate, ["--version"]).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  return undefined;
};

/** A script of our own, or one of pgbench's. */
export type Script = string | { readonly builtin: "tpcb-like" };

/** Repeats a script on many connections with prepared statements; returns transactions per second without connection time. */
export const pgbench = async (
  program: string,
  { host, user, password, database, options }: PoolConfig,
  load: { readonly script: Script; readonly clients: number; readonly seconds: number },
): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-pgbench-"));
  try {
    const file = join(folder, "script.sql");
    if (typeof load.script === "string") await writeFile(file, load.script);
    const { stdout } = await run(
      program,
      [
        "--no-vacuum",
        "--protocol=prepared",
        `--client=${load.clients}`,
        "--jobs=2",
        `--time=${load.seconds}`,
        typeof load.script === "string" ? `--file=${file}` : `--builtin=${load.script.builtin}`,
      ],
      {
        env: {
          PATH: process.env.PATH,
          PGHOST: host,
          PGUSER: user,
          PGPASSWORD: String(password),
          PGDATABASE: database,
          PGOPTIONS: options,
        },
      },
    );
    const [, perSecond] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
    if (perSecond === undefined || /failed transactions: [1-9]/.test(stdout))
      throw new Error(`pgbench failed: ${stdout}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
