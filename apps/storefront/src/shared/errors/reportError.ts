import type { Refused } from "../../api/call.ts";

const unreportedPostStatuses: ReadonlySet<number> = new Set([402, 404, 409, 410, 422]);

/** Whether an answer of ours is worth a report: what a visitor may well run into is not (document 2 §8.1). */
export const isReportable = ({ method, path, status }: { method: string; path: string; status: number }): boolean => {
  const isApi = path.startsWith("/api/");
  if (method === "POST" && isApi && unreportedPostStatuses.has(status)) return false;
  if (method === "GET" && status === 404 && (isApi || path.startsWith("/cached_api/"))) return false;
  if (method === "POST" && status === 401 && (path === "/api/login" || path === "/api/user")) return false;
  return true;
};

const logError = (...facts: unknown[]): void => {
  // oxlint-disable-next-line no-console -- this is where reports go until a seller names a place for them
  console.error(...facts);
};

/** By its name: a page reports before it has the script that calls. */
const isRefused = (error: unknown): error is Refused => error instanceof Error && error.name === "Refused";

/**
 * Notes an error for those who look after the shop. Only names, codes and paths leave: neither what was sent nor what
 * came back, so no name, address, password or answer of a visitor is ever in a report.
 */
export const reportError = (error: unknown): void => {
  if (isRefused(error)) {
    const { status, code, context, method } = error;
    const path = error.path.split("?")[0] ?? "";
    if (isReportable({ method, path, status })) logError("refused", { status, code, context, method, path });
    return;
  }
  logError(error instanceof Error ? `${error.name}: ${error.message}` : "unknown error");
};
