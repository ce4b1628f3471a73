import { join } from "node:path";

/** The scripts that operators use. */
export const backupFolder = join(import.meta.dirname, "../../../../deploy/backup");
