import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** The user and group that PostgreSQL runs as, as options of `spawn`. */
export type SystemAccount = { readonly uid: number; readonly gid: number };

/**
 * PostgreSQL refuses to run as root. A root process starts it as the owner of the data folder, or as the first existing
 * user of foyer, postgres and nobody. Undefined means the current user.
 */
export const systemAccountFor = async (folder: string): Promise<SystemAccount | undefined> => {
  const self = process.geteuid?.();
  const owner = await stat(folder).catch(() => undefined);
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self)
      throw new Error(
        `The database folder ${folder} belongs to user ${owner.uid}, but this process runs as user ${self}. ` +
          "Start it as that user or as root, or set DATA_DIR to another folder.",
      );
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findKnownAccount();
};

const findKnownAccount = async (): Promise<SystemAccount> => {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const userName of ["foyer", "postgres", "nobody"]) {
    const line = lines.find(([name]) => name === userName);
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  throw new Error(
    "PostgreSQL cannot run as root, and none of the users foyer, postgres and nobody exists on this machine. " +
      "Create one of them, or set DATABASE_URL to a PostgreSQL of your own.",
  );
};

/** Changes the owner of a folder and everything in it to the account that PostgreSQL runs as. */
export const changeOwner = async (account: SystemAccount | undefined, folder: string): Promise<void> => {
  if (!account) return;
  await promisify(execFile)("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
};

/**
 * Options to start a program in a folder. For another account the folder is passed as the working directory, which is
 * entered before the account changes, so that the account needs no access to the parent folders.
 */
export const spawnInside = (folder: string, account: SystemAccount | undefined) => ({
  name: account && process.platform === "linux" ? "/proc/self/cwd" : folder,
  options: { cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" }, ...account },
});
