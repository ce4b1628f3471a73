import { useSyncExternalStore } from "react";

/** The width from which a page has two columns, the same as in the style sheets. */
const wide = "(min-width: 62em)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/**
 * Whether the page has two columns. Only for parts whose reading order differs on a narrow page; everything else is left to
 * style sheets. The server renders the narrow page.
 */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );
