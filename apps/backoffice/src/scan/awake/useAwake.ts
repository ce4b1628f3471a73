import { useEffect } from "react";
import { keepAwake } from "./keepAwake.ts";

/** Keeps the screen on while the component is shown. */
export const useAwake = (): void =>
  useEffect(() => {
    const stopping = new AbortController();
    const { wakeLock }: { readonly wakeLock?: WakeLock } = navigator;
    keepAwake({ page: document, wakeLock }, stopping.signal);
    return () => stopping.abort();
  }, []);
