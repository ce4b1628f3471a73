import type { Refused } from "../../api/call.ts";

const unreportedPostStatuses: ReadonlySet<number> = new Set([402, 404, 409, 410, 422]);

/** Whether an error answer is worth reporting; those that can happen to any visitor are not. */
export const isReportable = ({ method, path, status }: { method: string; path: string; status: number }): boolean => {
  const isApi = path.startsWith("/api/");
  if (method === "POST" && isApi && unreportedPostStatuses.has(status)) return false;
  if (method === "GET" && status === 404 && (isApi || path.startsWith("/cached_api/"))) return false;
  if (method === "POST" && status === 401 && (path === "/api/login" || path === "/api/user")) return false;
  return true;
};

const logError = (...facts: unknown[]): void => {
  // oxlint-disable-next-line no-console -- errors are reported to the console
  console.error(...facts);
};

/** Recognised by name, because errors can be reported before the API script is loaded. */
const isRefused = (error: unknown): error is Refused => error instanceof Error && error.name === "Refused";

/**
 * Reports an error. Only names, codes and paths are included, never request or response bodies, so no report contains a
 * visitor's name, address, password or answers.
 */
export const reportError = (error: unknown): void => {
  if (isRefused(error)) {
    const { status, code, context, method, shownPath: path } = error;
    if (isReportable({ method, path, status })) logError("refused", { status, code, context, method, path });
    return;
  }
  logError(error instanceof Error ? `${error.name}: ${error.message}` : "unknown error");
};
