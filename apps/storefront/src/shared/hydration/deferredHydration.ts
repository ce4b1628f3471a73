import { useSyncExternalStore } from "react";

/**
 * With deferred hydration (`boot.shown.deferHydration`) a page starts as HTML with the scripts of its first view only. The
 * first interaction loads and hydrates the rest. `needed` says that there is more to show than the server knew about, such
 * as a cart.
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

/** Calls back when hydration is triggered, or at once if it already was. */
export const onHydrationTriggered = (callback: () => void): void => {
  if (state !== "deferred") return callback();
  const unsubscribe = subscribe(() => {
    unsubscribe();
    callback();
  });
};

export const useHydrationState = (): HydrationState =>
  useSyncExternalStore(subscribe, hydrationState, () => "deferred");
