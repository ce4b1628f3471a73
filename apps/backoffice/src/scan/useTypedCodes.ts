import { useEffect, useEffectEvent } from "react";
import { TypedCodes } from "./typed/TypedCodes.ts";

/** Hears what a hardware scanner types anywhere on the page except in a field. */
export const useTypedCodes = (onCode: (code: string) => void): void => {
  const heard = useEffectEvent(onCode);
  useEffect(() => {
    const codes = new TypedCodes();
    const hear = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
      const { code, isTaken } = codes.hear({ key, at: Date.now(), isInList: target instanceof HTMLSelectElement });
      if (isTaken) event.preventDefault();
      if (code !== undefined) heard(code);
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
};
