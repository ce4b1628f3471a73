import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PoolConfig } from "pg";

const run = promisify(execFile);

/** The program, wherever a package puts it; undefined where there is none. The newest is taken: it reaches older and newer servers. */
export const findPgbench = async (): Promise<string | undefined> => {
  const shelf = "/usr/lib/postgresql";
  const versions = await readdir(shelf).catch(() => []);
  const places = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(shelf, version, "bin/pgbench"));
  for (const place of ["pgbench", ...places])
    if (
      await run(place, ["--version"]).then(
        () => true,
        () => false,
      )
    )
      return place;
  return undefined;
};

/** A text of ours, or one of those that pgbench brings. */
export type Script = string | { readonly builtin: "tpcb-like" };

/** One script again and again on many connections, prepared: how often a second, the time of connecting not counted. */
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
      throw new Error(`pgbench did not do as it was told: ${stdout}`);
    return Number(perSecond);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
