import { useEffect, useState } from "react";
import type { Details } from "./useTicketDetails.ts";

/**
 * A form that is sent while its questions are on their way must not do nothing: it waits, and is sent once they are
 * there. Questions that failed to come are asked for again.
 */
export const useSendOnceReady = ({ state, retry }: Pick<Details, "state" | "retry">, send: () => void) => {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || state === "loading") return;
    setWaiting(false);
    if (state !== "failed") send();
  });
  return {
    isWaiting,
    /** True where the form has to wait, and does from now on. */
    waits: (): boolean => {
      if (state === "failed") retry();
      const mustWait = state === "loading" || state === "failed";
      if (mustWait) setWaiting(true);
      return mustWait;
    },
    /** Something else was chosen meanwhile. */
    forget: () => setWaiting(false),
  };
};
