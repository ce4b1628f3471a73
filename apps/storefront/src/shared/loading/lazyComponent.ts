import { use, useEffect, useState } from "react";
import { loadChunk } from "./loadChunk.ts";

/** A part of a screen in scripts of its own. */
export type LazyComponent<M> = {
  /** The source files, by which the server finds style sheets and preloads where the first view shows the part. */
  readonly sources: readonly string[];
  /** Loads it once: on the server before the page is rendered, in the browser when it is about to be needed. */
  readonly load: () => Promise<M>;
  /** Told when it is there; loads nothing. */
  readonly arrived: Promise<M>;
  /** The part, to render; waits when it is not there yet. */
  readonly useLoaded: () => M;
  /** The part, once it is wanted and there; until then whoever asks does without. */
  readonly useLoadedWhen: (isWanted: boolean) => M | undefined;
};

const loaders = new Map<string, () => Promise<unknown>>();

/**
 * Loads the parts that a view was rendered with, one after the other: a part may be known only once the one before it is
 * there. Their files were asked for with the page. A failure waits for whoever shows the part.
 */
export const loadLazyComponents = async (sources: readonly string[] = []): Promise<void> => {
  for (const source of sources)
    await loaders
      .get(source)?.()
      .catch(() => undefined);
};

export const lazyComponent = <M>(sources: readonly string[], load: () => Promise<M>): LazyComponent<M> => {
  let inFlight: Promise<M> | undefined;
  let loadedModule: M | undefined;
  const { promise: whenLoaded, resolve: resolveLoaded } = Promise.withResolvers<M>();
  const loadOnce = (): Promise<M> => {
    if (inFlight) return inFlight;
    const loading = loadChunk(load);
    inFlight = loading;
    loading.then(
      // React reads these two of a promise: a part that is there shows at once, without a turn of waiting.
      (value) => {
        const known = { status: "fulfilled", value };
        void Object.assign(loading, known);
        void Object.assign(whenLoaded, known);
        loadedModule = value;
        resolveLoaded(value);
      },
      // A failure is forgotten, so that the next try asks again.
      () => (inFlight = undefined),
    );
    return loading;
  };
  for (const source of sources) loaders.set(source, loadOnce);
  const useLoadedWhen = (isWanted: boolean): M | undefined => {
    const [, setSeen] = useState(loadedModule);
    const isMissing = isWanted && loadedModule === undefined;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isOver = false;
      // Whoever shows the part says when it does not come.
      loadOnce().then(
        (value) => isOver || setSeen(() => value),
        () => undefined,
      );
      return () => void (isOver = true);
    }, [isMissing]);
    return isWanted ? loadedModule : undefined;
  };
  return { sources, load: loadOnce, arrived: whenLoaded, useLoaded: () => use(loadOnce()), useLoadedWhen };
};
