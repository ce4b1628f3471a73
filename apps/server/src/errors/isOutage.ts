import { errorCode } from "./errorCode.ts";

/**
 * PostgreSQL is shutting down, restarting, disconnected, full, unable to read or write, read-only after a failover, or
 * cancelled a slow statement; or no socket answers, or the process may not open another one.
 */
const outageCodes = new Set([
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "08003",
  "08000",
  "08004",
  "25P03",
  "57P05",
  "53300",
  "53100",
  "53200",
  "58030",
  "57014",
  "25006",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EMFILE",
  "ENFILE",
]);

/**
 * PgBouncer ends a connection with this code, whatever the reason: a lost server, a full queue. PostgreSQL has the code for a
 * statement's wrong parameters too, which end no connection.
 */
const isEndedByPooler = (error: Error): boolean =>
  errorCode(error) === "08P01" && "severity" in error && error.severity === "FATAL";

/** Whether the database is unreachable or full. In that case it is unknown whether the last statements were committed. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (outageCodes.has(errorCode(error) ?? "") ||
    isEndedByPooler(error) ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message));
