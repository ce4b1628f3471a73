import { useCallback, useSyncExternalStore } from "react";
import { secondsLeft } from "@foyer/rules/cartClock.ts";

const told = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;
const tellAll = () => {
  for (const tell of told) tell();
};

/** One beat a second for the whole page, none while nobody looks at a clock; no network. */
const subscribe = (tell: () => void) => {
  told.add(tell);
  beat ??= setInterval(tellAll, 1000);
  // A sleeping phone misses beats.
  document.addEventListener("visibilitychange", tell);
  return () => {
    document.removeEventListener("visibilitychange", tell);
    told.delete(tell);
    if (told.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
};
const never = () => () => undefined;

/** Whole seconds until a moment of this browser's clock; null when there is no such moment. */
export const useSecondsLeft = (local_expiry: number | null): number | null => {
  const read = useCallback(
    () => (local_expiry === null ? null : secondsLeft(local_expiry, Date.now())),
    [local_expiry],
  );
  return useSyncExternalStore(local_expiry === null ? never : subscribe, read, () => null);
};
