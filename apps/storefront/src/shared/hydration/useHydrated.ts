import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while the server renders and during hydration: what the visitor has is not known yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
