import { useCallback, useSyncExternalStore } from "react";
import { secondsLeft } from "@foyer/rules/hold/cartTimer.ts";

const listeners = new Set<() => void>();
let interval: ReturnType<typeof setInterval> | undefined;
const notifyAll = () => {
  for (const listener of listeners) listener();
};

/** One interval for the whole page, which runs only while a timer is shown. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  interval ??= setInterval(notifyAll, 1000);
  // A sleeping phone skips intervals.
  document.addEventListener("visibilitychange", listener);
  return () => {
    document.removeEventListener("visibilitychange", listener);
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(interval);
    interval = undefined;
  };
};
const subscribeNever = () => () => undefined;

/** Whole seconds until a time of this browser's clock; null without one. */
export const useSecondsLeft = (local_expiry: number | null): number | null => {
  const read = useCallback(
    () => (local_expiry === null ? null : secondsLeft(local_expiry, Date.now())),
    [local_expiry],
  );
  return useSyncExternalStore(local_expiry === null ? subscribeNever : subscribe, read, () => null);
};
