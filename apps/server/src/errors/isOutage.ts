import { errorCode } from "./errorCode.ts";

/** PostgreSQL shuts down, restarts, lost its connection, is full, or cancelled a slow statement; or no socket answers. */
const outageCodes = new Set([
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "08003",
  "53300",
  "53100",
  "57014",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
]);

/** Whether the database is unreachable or full. Nobody knows then whether it kept the last statements. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (outageCodes.has(errorCode(error) ?? "") ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message));
