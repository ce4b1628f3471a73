import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration, when nothing about the visitor is known. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
