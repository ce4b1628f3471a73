import { useLayoutEffect, useState } from "react";

const stops = "button, a[href], input, select, textarea";
const stopsOf = (id: string): readonly Element[] => [...(document.getElementById(id)?.querySelectorAll(stops) ?? [])];

/**
 * For what takes the place of a form that looks the same: whoever had the focus in it goes on where they were. A focus
 * that the new form itself moves comes later.
 */
export const useKeptFocus = (formId: string): void => {
  const [at] = useState(() => (document.activeElement === null ? -1 : stopsOf(formId).indexOf(document.activeElement)));
  useLayoutEffect(() => {
    const stop = at < 0 ? undefined : stopsOf(formId)[at];
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
  }, [at, formId]);
};
