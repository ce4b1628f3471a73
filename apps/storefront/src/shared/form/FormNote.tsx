import type { ReactNode } from "react";
import css from "./FormNote.module.css";

/** A line of text between the steps of a form. */
export function FormNote({ children }: { readonly children: ReactNode }) {
  return <p className={css.note}>{children}</p>;
}
