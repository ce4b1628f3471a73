import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";

/** Whom PostgreSQL runs as, in the words of `spawn`. */
export type SystemAccount = { readonly uid: number; readonly gid: number };

/**
 * PostgreSQL refuses to run as root. Root lends it another account: the one that already owns the data, else the first
 * of foyer, postgres and nobody that this machine knows. Undefined means: as ourselves.
 */
export const systemAccountFor = async (folder: string): Promise<SystemAccount | undefined> => {
  const self = process.geteuid?.();
  const owner = await stat(folder).catch(() => undefined);
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self)
      throw new Error(
        `The database folder ${folder} belongs to user ${owner.uid}, and this is user ${self}. ` +
          "Start as that user or as root, or set DATA_DIR to another folder.",
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
    "PostgreSQL may not run as root, and this machine knows none of the users foyer, postgres and nobody. " +
      "Add one of them, or set DATABASE_URL to a PostgreSQL of your own.",
  );
};

/** Gives a folder and all in it to the account that PostgreSQL runs as. */
export const changeOwner = async (account: SystemAccount | undefined, folder: string): Promise<void> => {
  if (!account) return;
  await promisify(execFile)("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
};

/**
 * How to start a program inside a folder. Under another account the folder is entered before the account changes and
 * is then named by the working folder, so that its parents may stay closed to that account.
 */
export const spawnInside = (folder: string, account: SystemAccount | undefined) => ({
  name: account && process.platform === "linux" ? "/proc/self/cwd" : folder,
  options: { cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" }, ...account },
});
