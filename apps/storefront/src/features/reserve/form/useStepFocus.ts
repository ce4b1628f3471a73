import { useEffect, useRef, useState, type RefObject } from "react";

export type StepName = "date" | "session" | "tickets";
export type StepHeadings = Readonly<Record<StepName, RefObject<HTMLHeadingElement | null>>>;

/** Some seconds: as long as a heading may take to come, with a script of its own, and a dialog to close. */
const maxFrames = 240;

/** After an answer the button that gave it is gone: the focus goes on to the heading of the step that comes next. */
/** `first`: where the focus goes when the form is there. */
export const useStepFocus = (first?: StepName) => {
  const date = useRef<HTMLHeadingElement>(null);
  const session = useRef<HTMLHeadingElement>(null);
  const tickets = useRef<HTMLHeadingElement>(null);
  const [next, setNext] = useState<{ readonly step: StepName } | undefined>(first && { step: first });

  useEffect(() => {
    if (!next) return;
    const wanted = { date, session, tickets }[next.step];
    let frame = 0;
    const go = (left: number) => {
      const heading = wanted.current;
      // What lies behind a dialog that is still closing cannot take the focus.
      if ((!heading || document.querySelector("dialog[open]")) && left > 0) {
        frame = requestAnimationFrame(() => go(left - 1));
        return;
      }
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "nearest" });
    };
    go(maxFrames);
    return () => cancelAnimationFrame(frame);
  }, [next]);

  const headings: StepHeadings = { date, session, tickets };
  return { headings, goTo: (step: StepName) => setNext({ step }) };
};
