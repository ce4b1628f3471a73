import { useLayoutEffect, useRef, useState } from "react";
import type { TicketDetailsState } from "../../features/reserve/details/useTicketDetails.ts";

/**
 * A form that is sent while its questions are on their way must not do nothing: it waits, and is sent once they are
 * there. Questions that failed to come are asked for again.
 */
export const useSubmitWhenReady = ({ state, retry }: Pick<TicketDetailsState, "state" | "retry">, send: () => void) => {
  const [request, setRequest] = useState<"none" | "waiting" | "due">("none");
  if (request === "waiting" && state !== "loading") setRequest(state === "failed" ? "none" : "due");

  const isSent = useRef(false);
  // Before the next frame: what is wrong has to be on the page when the focus is led to it.
  useLayoutEffect(() => {
    if (request !== "due" || isSent.current) return;
    isSent.current = true;
    send();
  });

  return {
    isWaiting: request === "waiting",
    submit: () => {
      if (state !== "loading" && state !== "failed") return send();
      if (state === "failed") retry();
      isSent.current = false;
      setRequest("waiting");
    },
    /** Something else was chosen meanwhile. */
    forget: () => setRequest("none"),
  };
};
