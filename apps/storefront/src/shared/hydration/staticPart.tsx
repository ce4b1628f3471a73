import { createElement, memo, Suspense, use, useEffect, type ComponentType } from "react";
import { onHydrationTriggered } from "./deferredHydration.ts";
import type { LazyComponent } from "../loading/lazyComponent.ts";
import { useHydrated } from "./useHydrated.ts";

/**
 * A part of a page with deferred hydration that is not needed before the first interaction: header, footer, the event's
 * text. Its HTML stays as rendered by the server until the component is loaded. Props must be plain values: if they
 * changed, React would discard the HTML. The outermost element has `data-static` (`useIsStatic`), so that clicks in it are
 * kept and replayed.
 */
export const staticPart = <M, P extends { readonly [K in keyof P]?: string | undefined }>(
  lazy: LazyComponent<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> => {
  let isSubscribed = false;
  // A failed load is tried again at the next press, or when the connection is back.
  const loadWithRetry = (): void =>
    void lazy.load().catch(() => {
      for (const type of ["pointerdown", "online"])
        window.addEventListener(type, loadWithRetry, { once: true, capture: true });
    });

  function Deferred(props: P) {
    // Rendered by the browser: there is no HTML to keep. A failure must not reach React, which would remove the whole page.
    if (useHydrated()) loadWithRetry();
    return createElement(pick(use(lazy.arrived)), props);
  }
  return memo(function StaticPart(props: P) {
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

/** For the outermost element of a static part: true until it is hydrated. */
export const useIsStatic = (): true | undefined => (useHydrated() ? undefined : true);
