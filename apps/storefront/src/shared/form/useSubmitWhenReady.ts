import { useLayoutEffect, useRef, useState } from "react";

/** Whether the script that a form needs before it can be submitted is there. */
type FormReadiness = {
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly retry: () => void;
};

/**
 * A form that is sent while its questions are on their way must not do nothing: it waits, and is sent once they are
 * there. Questions that failed to come are asked for again.
 */
export const useSubmitWhenReady = ({ state, retry }: FormReadiness, send: () => void) => {
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
