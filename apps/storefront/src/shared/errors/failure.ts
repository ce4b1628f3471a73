import { useSyncExternalStore } from "react";

/** The message of the banner at the top of the page. */
let message: string | null = null;
const listeners = new Set<() => void>();

/** Shows the error banner; null hides it. */
export const showFailure = (text: string | null): void => {
  message = text;
  for (const listener of listeners) listener();
};

/** Hides this text, if the banner still shows it. */
export const hideFailure = (text: string): void => {
  if (message === text) showFailure(null);
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
