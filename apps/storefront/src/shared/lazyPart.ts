import { use, useEffect, useState } from "react";
import { loadChunk } from "./loadChunk.ts";

/** A part of a screen in scripts of its own. */
export type LazyPart<M> = {
  /** The source files, by which the server finds style sheets and preloads where the first view shows the part. */
  readonly sources: readonly string[];
  /** Loads it once: on the server before the page is rendered, in the browser when it is about to be needed. */
  readonly load: () => Promise<M>;
  /** Told when it is there; loads nothing. */
  readonly there: Promise<M>;
  /** The part, to render; waits when it is not there yet. */
  readonly usePart: () => M;
  /** The part, once it is wanted and there; until then whoever asks does without. */
  readonly usePartWhen: (isWanted: boolean) => M | undefined;
};

const loaderOf = new Map<string, () => Promise<unknown>>();

/**
 * Loads the parts that a view was rendered with, one after the other: a part may be known only once the one before it is
 * there. Their files were asked for with the page. A failure waits for whoever shows the part.
 */
export const loadParts = async (sources: readonly string[] = []): Promise<void> => {
  for (const source of sources)
    await loaderOf
      .get(source)?.()
      .catch(() => undefined);
};

export const lazyPart = <M>(sources: readonly string[], load: () => Promise<M>): LazyPart<M> => {
  let part: Promise<M> | undefined;
  let arrived: M | undefined;
  const { promise: there, resolve: beThere } = Promise.withResolvers<M>();
  const loadOnce = (): Promise<M> => {
    if (part) return part;
    const loading = loadChunk(load);
    part = loading;
    loading.then(
      // React reads these two of a promise: a part that is there shows at once, without a turn of waiting.
      (value) => {
        const known = { status: "fulfilled", value };
        void Object.assign(loading, known);
        void Object.assign(there, known);
        arrived = value;
        beThere(value);
      },
      // A failure is forgotten, so that the next try asks again.
      () => (part = undefined),
    );
    return loading;
  };
  for (const source of sources) loaderOf.set(source, loadOnce);
  const usePartWhen = (isWanted: boolean): M | undefined => {
    const [, see] = useState(arrived);
    const isMissing = isWanted && arrived === undefined;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isOver = false;
      // Whoever shows the part says when it does not come.
      loadOnce().then(
        (value) => isOver || see(() => value),
        () => undefined,
      );
      return () => void (isOver = true);
    }, [isMissing]);
    return isWanted ? arrived : undefined;
  };
  return { sources, load: loadOnce, there, usePart: () => use(loadOnce()), usePartWhen };
};
