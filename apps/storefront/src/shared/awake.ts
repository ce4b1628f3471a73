import { useSyncExternalStore } from "react";

/**
 * A page may come asleep (`boot.shown.asleep`): the server's HTML with the scripts of its first view and no others. The
 * first touch wakes it: what stands on the page is fetched and comes alive. `needed` says more: the page has something to
 * show that the server did not know, such as a cart.
 */
export type Wakefulness = "asleep" | "touched" | "needed";

let wakefulness: Wakefulness = "asleep";
const told = new Set<() => void>();

const subscribe = (tell: () => void): (() => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

export const wake = (how: Exclude<Wakefulness, "asleep">): void => {
  if (wakefulness === how || wakefulness === "needed") return;
  wakefulness = how;
  for (const tell of told) tell();
};

export const wakefulnessNow = (): Wakefulness => wakefulness;

/** Says when the page wakes; at once where it is awake. */
export const onceAwake = (act: () => void): void => {
  if (wakefulness !== "asleep") return act();
  const stop = subscribe(() => {
    stop();
    act();
  });
};

export const useWakefulness = (): Wakefulness => useSyncExternalStore(subscribe, wakefulnessNow, () => "asleep");
