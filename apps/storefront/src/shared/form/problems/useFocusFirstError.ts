import { useEffect, useEffectEvent, useState } from "react";
import { focusFirstError } from "./focusFirstError.ts";

/** Focuses the first error of a form, after the render that shows it. */
export const useFocusFirstError = (findForm: () => Element | null): (() => void) => {
  const [requests, setRequests] = useState(0);
  const focusError = useEffectEvent(() => focusFirstError(findForm()));
  useEffect(() => {
    if (requests > 0) focusError();
  }, [requests]);
  return () => setRequests((before) => before + 1);
};
