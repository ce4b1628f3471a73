import { createElement, memo, Suspense, use, useEffect, type ComponentType } from "react";
import { onceAwake } from "./awake.ts";
import type { LazyPart } from "./lazyPart.ts";
import { useHydrated } from "./useHydrated.ts";

/**
 * Of a page that came asleep, what nobody needs before they touch it: header, footer, the event's text. It stands there as
 * the server wrote it, and React leaves that as it is until `part` is there. It takes plain values only: were it given
 * anything else, its HTML would be lost with the first change. Its outermost element says `data-sleeps` (`useSleeps`), so
 * that what is pressed in it is kept.
 */
export const sleepingPart = <M, P extends { readonly [K in keyof P]?: string | undefined }>(
  part: LazyPart<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> => {
  let isHeard = false;
  // What did not come is asked for again by the next press.
  const rouse = (): void =>
    void part.load().catch(() => window.addEventListener("pointerdown", rouse, { once: true, capture: true }));

  function Inner(props: P) {
    return createElement(pick(use(useHydrated() ? part.load() : part.there)), props);
  }
  return memo(function Sleeping(props: P) {
    useEffect(() => {
      if (isHeard) return;
      isHeard = true;
      onceAwake(rouse);
    }, []);
    return (
      <Suspense>
        <Inner {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<P>;
};

/** For the outermost element of a part that sleeps: true as long as it does. */
export const useSleeps = (): true | undefined => (useHydrated() ? undefined : true);
