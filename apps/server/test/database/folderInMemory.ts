import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const folder = "/dev/shm";
/** A whole run needs less than half of it: each test file has a database, which is dropped after the file. */
const neededBytes = 3_000_000_000;

/**
 * Linux's in-memory folder if it has enough space, otherwise the temporary folder. Tests write gigabytes of databases
 * that nobody reads afterwards, and on a disk PostgreSQL waits at each commit.
 */
export const folderInMemory = (): string => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory() / 2) >= neededBytes ? folder : tmpdir();
  } catch {
    return tmpdir();
  }
};
