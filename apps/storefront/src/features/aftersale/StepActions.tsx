import type { ReactNode } from "react";
import css from "./StepActions.module.css";

/** The buttons at the end of a step: below each other on a phone. */
export function StepActions({ children }: { readonly children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
