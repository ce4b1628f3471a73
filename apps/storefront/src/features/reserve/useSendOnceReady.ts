import { useLayoutEffect, useRef, useState } from "react";
import type { Details } from "./useTicketDetails.ts";

/**
 * A form that is sent while its questions are on their way must not do nothing: it waits, and is sent once they are
 * there. Questions that failed to come are asked for again.
 */
export const useSendOnceReady = ({ state, retry }: Pick<Details, "state" | "retry">, send: () => void) => {
  const [wish, setWish] = useState<"none" | "waiting" | "due">("none");
  if (wish === "waiting" && state !== "loading") setWish(state === "failed" ? "none" : "due");

  const isSent = useRef(false);
  // Before the next frame: what is wrong has to be on the page when the focus is led to it.
  useLayoutEffect(() => {
    if (wish !== "due" || isSent.current) return;
    isSent.current = true;
    send();
  });

  return {
    isWaiting: wish === "waiting",
    submit: () => {
      if (state !== "loading" && state !== "failed") return send();
      if (state === "failed") retry();
      isSent.current = false;
      setWish("waiting");
    },
    /** Something else was chosen meanwhile. */
    forget: () => setWish("none"),
  };
};
