import { useSyncExternalStore } from "react";

/** What the banner at the top of the page says went wrong, if anything did. */
let message: string | null = null;
const listeners = new Set<() => void>();

/** Shows the error banner; null takes it away. */
export const showFailure = (text: string | null): void => {
  message = text;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useFailureMessage = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => message,
    () => null,
  );
