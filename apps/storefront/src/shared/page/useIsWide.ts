import { useSyncExternalStore } from "react";

/** The width from which a page has two columns, as in the style sheets. */
const wide = "(min-width: 62em)";

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/**
 * Whether the page has two columns. Only for parts that are elsewhere in the reading order of a narrow page; the
 * rest is for style sheets. The server writes the narrow page.
 */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );
