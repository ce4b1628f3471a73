import type { ReactNode } from "react";
import css from "./Row.module.css";

/** Things beside one another, for showing. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** Things under one another, no wider than a form. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css.stack}>{children}</div>;
}
