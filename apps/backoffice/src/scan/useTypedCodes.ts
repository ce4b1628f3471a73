import { useEffect, useRef } from "react";

/** A hardware scanner types a code and Enter faster than a person. */
const pauseMs = 500;
/** Anything shorter is no code. */
const shortest = 6;

/** Collects what a hardware scanner types anywhere on the page except in a field. */
export const useTypedCodes = (onCode: (code: string) => void): void => {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let typed = "";
    let at = 0;
    const hear = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey)
        return;
      const now = Date.now();
      if (now - at > pauseMs) typed = "";
      at = now;
      // What a scanner types presses no button that has the focus.
      if (typed !== "" && (key === "Enter" || key === " ")) event.preventDefault();
      if (key === "Enter") {
        if (typed.length >= shortest) latest.current(typed);
        typed = "";
      } else if (key.length === 1) typed += key;
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
};
