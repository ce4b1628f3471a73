import type { ReactNode } from "react";
import css from "./EventMain.module.css";

/** The main column of an event page. */
export function EventMain({ children }: { readonly children: ReactNode }) {
  return <div className={css.main}>{children}</div>;
}
