import { useEffect, useEffectEvent, useState } from "react";
import { focusFirstError } from "./focusFirstError.ts";

/** Leads to the first error of a form once the page shows it: with the very change that says what is wrong. */
export const useFocusFirstError = (findForm: () => Element | null): (() => void) => {
  const [requests, setRequests] = useState(0);
  const focusError = useEffectEvent(() => focusFirstError(findForm()));
  useEffect(() => {
    if (requests > 0) focusError();
  }, [requests]);
  return () => setRequests((before) => before + 1);
};
