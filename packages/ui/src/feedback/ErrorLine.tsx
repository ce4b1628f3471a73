import type { ReactNode } from "react";
import { Glyph, warningShape } from "../action/Glyph.tsx";
import css from "./ErrorLine.module.css";

export type ErrorLineProps = {
  /** For `aria-describedby` of the control that the error is about. */
  readonly id?: string | undefined;
  /** Whether it is announced as soon as it appears; a field's own error is read with the field. */
  readonly isAlert?: boolean;
  readonly children: ReactNode;
};

/** An error message in one line, marked by more than its colour. */
export function ErrorLine({ id, isAlert = true, children }: ErrorLineProps) {
  return (
    <p className={css.error} id={id} role={isAlert ? "alert" : undefined}>
      <Glyph size="small">{warningShape}</Glyph>
      <span>{children}</span>
    </p>
  );
}
