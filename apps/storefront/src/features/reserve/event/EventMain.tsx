import type { ReactNode } from "react";
import css from "./EventMain.module.css";

/** The wide column of an event's page. */
export function EventMain({ children }: { readonly children: ReactNode }) {
  return <div className={css.main}>{children}</div>;
}
