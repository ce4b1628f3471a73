import { useEffect, useRef, type ReactNode } from "react";
import css from "./Cancel.module.css";

/** The heading of a step. It takes the focus from the button that led to it, and scrolls into view. */
export function StepHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} tabIndex={-1} className={css.stepHeading}>
      {children}
    </h3>
  );
}
