/** A script could not be loaded, at the second attempt either. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("a part of the page could not be loaded", { cause });
    this.name = "ChunkLoadError";
  }
}

/** The time limit for loading a script. */
export const chunkTimeout = 120_000;

const withTimeout = <T>(promise: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${chunkTimeout} ms`)), chunkTimeout);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};

/**
 * The compiled text of `() => import("./X-hash.js")` names the file; a query parameter makes the browser request it
 * again.
 */
const withCacheBuster = <T>(load: () => Promise<T>): (() => Promise<T>) | undefined => {
  const file = /import\(\s*["'`]([^"'`]+\.js)["'`]/.exec(load.toString())?.[1];
  if (file === undefined) return undefined;
  const url = new URL(file, import.meta.url);
  url.searchParams.set("again", String(performance.now()));
  return () => import(/* @vite-ignore */ url.href) as Promise<T>;
};

/**
 * Loads a chunk: `loadChunk(() => import("./Calendar.tsx"))`. Retries once past every cache, then throws
 * ChunkLoadError.
 */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await withTimeout(load());
  } catch {
    try {
      return await withTimeout((withCacheBuster(load) ?? load)());
    } catch (cause) {
      throw new ChunkLoadError(cause);
    }
  }
};
