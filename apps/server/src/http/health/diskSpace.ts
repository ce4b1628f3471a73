import type { Database } from "../../db/connections.ts";
import { errorCode } from "../../errors/errorCode.ts";
import { writeProbe } from "./diskSpace.sql.ts";

const diskFull = "53100";

/**
 * Checks whether the database can still write. Nothing is tried until a statement has failed for lack of space. From
 * then on each check writes a few pages, until that succeeds.
 */
export class DiskSpace {
  #isSuspect = false;

  /** Examines an error of any request. */
  readonly note = (error: unknown): void => {
    if (errorCode(error) === diskFull) this.#isSuspect = true;
  };

  /** Throws while the database's disk is full. */
  async assertWritable(db: Database): Promise<void> {
    if (!this.#isSuspect) return;
    await writeProbe(db);
    this.#isSuspect = false;
  }
}
