import { useEffect, useRef } from "react";

/** A hardware scanner types a code and Enter faster than a person. */
const pauseMs = 500;

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
      if (key === "Enter") {
        if (typed.length >= 6) {
          event.preventDefault();
          latest.current(typed);
        }
        typed = "";
      } else if (key.length === 1) typed += key;
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
};
