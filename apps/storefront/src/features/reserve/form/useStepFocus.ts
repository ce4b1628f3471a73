import { useEffect, useRef, useState, type RefObject } from "react";

export type StepName = "date" | "session" | "tickets";
export type StepHeadings = Readonly<Record<StepName, RefObject<HTMLHeadingElement | null>>>;

/** About four seconds: a heading may have to wait for its script to load and for a dialog to close. */
const maxFrames = 240;

/**
 * Moves the focus to the heading of the next step, because the pressed button is gone. `first`: the step that gets the
 * focus when the form appears.
 */
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
      // Elements behind a closing dialog cannot take the focus.
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
