import { useSyncExternalStore } from "react";

/**
 * A page may come asleep (`boot.shown.deferHydration`): the server's HTML with the scripts of its first view and no others. The
 * first touch wakes it: what stands on the page is fetched and comes alive. `needed` says more: the page has something to
 * show that the server did not know, such as a cart.
 */
export type HydrationState = "deferred" | "interacted" | "needed";

let state: HydrationState = "deferred";
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const triggerHydration = (next: Exclude<HydrationState, "deferred">): void => {
  if (state === next || state === "needed") return;
  state = next;
  for (const listener of listeners) listener();
};

export const hydrationState = (): HydrationState => state;

/** Says when the page wakes; at once where it is awake. */
export const onHydrationTriggered = (callback: () => void): void => {
  if (state !== "deferred") return callback();
  const unsubscribe = subscribe(() => {
    unsubscribe();
    callback();
  });
};

export const useHydrationState = (): HydrationState =>
  useSyncExternalStore(subscribe, hydrationState, () => "deferred");
