import { useSyncExternalStore } from "react";

/** What the banner at the top of the page says went wrong, if anything did. */
let message: string | null = null;
const told = new Set<() => void>();

/** Shows the error banner; null takes it away. */
export const sayMishap = (text: string | null): void => {
  message = text;
  for (const tell of told) tell();
};

const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

export const useMishap = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => message,
    () => null,
  );
