import { errorCode } from "./errorCode.ts";

/** Deadlock, serialization failure, lock not available. */
const contentionCodes = new Set(["40P01", "40001", "55P03"]);

/** Whether a statement lost a conflict with another transaction, or did not get a lock in time. */
export const isContention = (error: unknown): boolean => contentionCodes.has(errorCode(error) ?? "");

/**
 * Whether a migration has changed a table since the statement was prepared, so that the connection knows the old
 * columns.
 */
export const isStalePlan = (error: unknown): boolean =>
  errorCode(error) === "0A000" &&
  error instanceof Error &&
  "routine" in error &&
  error.routine === "RevalidateCachedQuery";

/** Whether nothing was committed and the same work may succeed when repeated. */
export const isRetryable = (error: unknown): boolean => isContention(error) || isStalePlan(error);

/** Whether a statement was not run because an earlier one of its transaction had failed. */
export const isAborted = (error: unknown): error is Error => error instanceof Error && errorCode(error) === "25P02";
