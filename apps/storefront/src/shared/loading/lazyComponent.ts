import { use, useEffect, useState } from "react";
import { failureMs, loadChunk } from "./loadChunk.ts";

/** A component that is loaded on demand, with its module. */
export type LazyComponent<M> = {
  /** The source files, by which the server finds style sheets and preloads. */
  readonly sources: readonly string[];
  /** Loads it once: on the server before rendering, in the browser when it is about to be needed. */
  readonly load: () => Promise<M>;
  /** Resolves when it is loaded, without loading it. */
  readonly arrived: Promise<M>;
  /** The module; suspends until it is loaded. */
  readonly useLoaded: () => M;
  /** The module once it is wanted and loaded; undefined until then. */
  readonly useLoadedWhen: (isWanted: boolean) => M | undefined;
};

const loaders = new Map<string, () => Promise<unknown>>();

/**
 * Loads the lazy components of a view one after another, because one may only be known once the previous one is loaded.
 * Their files are preloaded. Errors are left to the component that shows them.
 */
export const loadLazyComponents = async (sources: readonly string[] = []): Promise<void> => {
  for (const source of sources)
    await loaders
      .get(source)?.()
      .catch(() => undefined);
};

export const lazyComponent = <M>(sources: readonly string[], load: () => Promise<M>): LazyComponent<M> => {
  let inFlight: Promise<M> | undefined;
  let failed: Promise<M> | undefined;
  let loadedModule: M | undefined;
  const { promise: whenLoaded, resolve: resolveLoaded } = Promise.withResolvers<M>();
  const start = (): Promise<M> => {
    const loading = loadChunk(load);
    loading.then(
      // React reads `status` and `value` of a promise: a loaded component renders without suspending.
      (value) => {
        const fulfilled = { status: "fulfilled", value };
        void Object.assign(loading, fulfilled);
        void Object.assign(whenLoaded, fulfilled);
        loadedModule = value;
        resolveLoaded(value);
      },
      // The next attempt loads it again. Only a component that waited for it gets the failure, which is kept for a moment.
      () => {
        failed = loading;
        inFlight = undefined;
        setTimeout(() => (failed = undefined), failureMs);
      },
    );
    return loading;
  };
  const loadOnce = () => (inFlight ??= start());
  for (const source of sources) loaders.set(source, loadOnce);
  const useLoadedWhen = (isWanted: boolean): M | undefined => {
    const [, setSeen] = useState(loadedModule);
    const isMissing = isWanted && !loadedModule;
    useEffect(() => {
      if (!isMissing) return;
      // The component that uses it handles the error. A later attempt can still succeed.
      loadOnce().catch(() => undefined);
      void whenLoaded.then((value) => setSeen(() => value));
    }, [isMissing]);
    return isWanted ? loadedModule : undefined;
  };
  return {
    sources,
    load: loadOnce,
    arrived: whenLoaded,
    useLoaded: () => use(inFlight ?? failed ?? loadOnce()),
    useLoadedWhen,
  };
};
