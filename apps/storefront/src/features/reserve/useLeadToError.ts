import { useEffect, useEffectEvent, useState } from "react";
import { focusFirstError } from "../../shared/focusFirstError.ts";

/** Leads to the first error of a form once the page shows it: with the very change that says what is wrong. */
export const useLeadToError = (find: () => Element | null): (() => void) => {
  const [times, setTimes] = useState(0);
  const lead = useEffectEvent(() => focusFirstError(find()));
  useEffect(() => {
    if (times > 0) lead();
  }, [times]);
  return () => setTimes((before) => before + 1);
};
