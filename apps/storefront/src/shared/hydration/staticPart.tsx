import { createElement, memo, Suspense, use, useEffect, type ComponentType } from "react";
import { onHydrationTriggered } from "./deferredHydration.ts";
import type { LazyComponent } from "../loading/lazyComponent.ts";
import { useHydrated } from "./useHydrated.ts";

/**
 * Of a page that came asleep, what nobody needs before they touch it: header, footer, the event's text. It stands there as
 * the server wrote it, and React leaves that as it is until `part` is there. It takes plain values only: were it given
 * anything else, its HTML would be lost with the first change. Its outermost element says `data-static` (`useSleeps`), so
 * that what is pressed in it is kept.
 */
export const staticPart = <M, P extends { readonly [K in keyof P]?: string | undefined }>(
  lazy: LazyComponent<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> => {
  let isSubscribed = false;
  // What did not come is asked for again by the next press.
  const loadWithRetry = (): void =>
    void lazy.load().catch(() => window.addEventListener("pointerdown", loadWithRetry, { once: true, capture: true }));

  function Deferred(props: P) {
    return createElement(pick(use(useHydrated() ? lazy.load() : lazy.arrived)), props);
  }
  return memo(function Sleeping(props: P) {
    useEffect(() => {
      if (isSubscribed) return;
      isSubscribed = true;
      onHydrationTriggered(loadWithRetry);
    }, []);
    return (
      <Suspense>
        <Deferred {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<P>;
};

/** For the outermost element of a part that sleeps: true as long as it does. */
export const useIsStatic = (): true | undefined => (useHydrated() ? undefined : true);
