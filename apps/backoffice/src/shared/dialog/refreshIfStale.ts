import { CallError } from "../call.ts";

/** Sends a change. If somebody has made another one meanwhile, the screen is refreshed before the refusal is shown. */
export const refreshIfStale = async <T>(refresh: () => Promise<unknown>, send: () => Promise<T>): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    if (error instanceof CallError && error.code === "stale_version") await refresh();
    throw error;
  }
};
