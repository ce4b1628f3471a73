import type { ReactNode } from "react";
import css from "./Row.module.css";

/** Elements side by side. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** Elements stacked, no wider than a form. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={css.stack}>{children}</div>;
}
