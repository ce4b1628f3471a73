type LoadChunk = () => Promise<unknown>;

/** A script could not be loaded, even at the second attempt. */
export class ChunkLoadError extends Error {
  declare readonly load: LoadChunk;

  constructor(cause: unknown, load: LoadChunk) {
    super("not loaded", { cause });
    this.name = "ChunkLoadError";
    this.load = load;
  }
}

/** The time limit for loading a script. */
export const chunkTimeout = 120_000;

/**
 * How long a failure is kept while a component waits for a chunk, so that the component gets the error: with a new promise
 * React would wait and render again, endlessly.
 */
export const failureMs = 50;

const withTimeout = <T>(promise: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      timer = setTimeout(reject, chunkTimeout);
    }),
  ]).finally(() => clearTimeout(timer));
};

/**
 * The import in the compiled text of a loader: `()=>import("./X-hash.js")`, with `.then(e=>e.x)` after it if the module
 * shares its file with others.
 */
export const compiledImport = (text: string) => {
  const [, file, , name] =
    /import\(\s*["'`]([^"'`]+\.js)["'`]\s*\)(?:\.then\(\(?([\w$]+)\)?\s*=>\s*\2\.([\w$]+)\))?/.exec(text) ?? [];
  return file === undefined ? undefined : { file, name };
};

/** A query parameter makes the browser request the file again. */
const withCacheBuster = <T>(load: () => Promise<T>): (() => Promise<T>) | undefined => {
  const compiled = compiledImport(load.toString());
  if (!compiled) return undefined;
  const { file, name } = compiled;
  const url = new URL(file, import.meta.url);
  url.searchParams.set("again", String(performance.now()));
  return async () => {
    const module = (await import(/* @vite-ignore */ url.href)) as Record<string, unknown>;
    return (name === undefined ? module : module[name]) as T;
  };
};

/**
 * Loads a chunk: `loadChunk(() => import("./Calendar.tsx"))`. Retries once, bypassing every cache, then throws
 * ChunkLoadError.
 */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await withTimeout(load());
  } catch {
    try {
      return await withTimeout((withCacheBuster(load) ?? load)());
    } catch (cause) {
      throw new ChunkLoadError(cause, load);
    }
  }
};
