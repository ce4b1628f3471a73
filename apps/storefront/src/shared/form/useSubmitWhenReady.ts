import { useLayoutEffect, useRef, useState } from "react";

/** Whether the script that a form needs before it can be submitted is loaded. */
type FormReadiness = {
  readonly state: "none" | "loading" | "failed" | "ready";
  readonly retry: () => void;
};

/** Delays the submission of a form whose questions are still loading; those that failed are loaded again. */
export const useSubmitWhenReady = ({ state, retry }: FormReadiness, send: () => void) => {
  const [request, setRequest] = useState<"none" | "waiting" | "due">("none");
  if (request === "waiting" && state !== "loading") setRequest(state === "failed" ? "none" : "due");

  const isSent = useRef(false);
  // Before the next frame, because errors have to be rendered before the focus moves to them.
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
    /** The selection has changed meanwhile. */
    forget: () => setRequest("none"),
  };
};
